import { tooOldNode } from '@tallystick/command-line/needed-node';

// The one program of the prebuilt tree: `node tallystick.js serve site admin ledger`.
const problem = tooOldNode('Tallystick', '24');
if (problem === null) await import('./commands.ts');
else {
  console.error(problem);
  process.exitCode = 1;
}
