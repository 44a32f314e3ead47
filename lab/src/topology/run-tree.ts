import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a command of a prebuilt tree with these variables alone; answers what it says, and rejects if it fails. */
export async function runTree(
  tree: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const options = { cwd: tree, env, maxBuffer: 2 ** 26 };
  const program = promisify(execFile);
  return (await program(process.execPath, ['tallystick.js', ...words], options)).stdout;
}
