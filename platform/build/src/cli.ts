#!/usr/bin/env node
import { tooOldNode } from '@tallystick/command-line/needed-node';

// What the packages of a site bring needs it, as their `engines` say.
const problem = tooOldNode('tallystick-build', '22.12');
if (problem === null) await import('./commands.ts');
else {
  console.error(problem);
  process.exitCode = 1;
}
