import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { spawnScript } from '@tallystick/e2e/src/house/server.ts';

/** Starts a command of a prebuilt tree, with these variables alone; what it says is added to a log. */
export function startLogged(
  tree: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
  log: string,
): ChildProcess {
  const output = openSync(log, 'a');
  const how = { folder: tree, output, alone: true };
  const child = spawnScript(['tallystick.js', ...words], variables, how);
  closeSync(output);
  return child;
}
