import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** Starts a command of a prebuilt tree; what it says is added to a file. */
export function startLogged(
  tree: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
  file: string,
): ChildProcess {
  const log = openSync(file, 'a');
  const child = spawn(process.execPath, ['tallystick.js', ...words], {
    cwd: tree,
    env: variables,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  endWithThis(child);
  return child;
}

/** Ends a process with this one: who interrupts the command is left with none. */
export function endWithThis(child: ChildProcess): void {
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
}
