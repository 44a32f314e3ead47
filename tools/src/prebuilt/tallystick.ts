// The one program of the prebuilt tree: `node tallystick.js serve site admin ledger`. Nothing is
// imported before the version of Node is checked. An older Node may lack a module, and would print
// a stack in place of a sentence.
import { versions } from 'node:process';

const neededNode = 24;

if (Number.parseInt(versions.node, 10) < neededNode) {
  console.error(`Tallystick needs Node ${neededNode} or newer; this is Node ${versions.node}.`);
  process.exitCode = 1;
} else {
  await import('./commands.ts');
}
