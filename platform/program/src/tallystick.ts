#!/usr/bin/env node
import { tooOldNode } from '@tallystick/command-line/needed-node';

// `tallystick`: the program of a site.
const problem = tooOldNode('Tallystick', '24');
if (problem === null) await import('./commands.ts');
else {
  console.error(problem);
  process.exitCode = 1;
}
