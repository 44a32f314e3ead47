import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { nodeWords } from '@tallystick/store/node-process.testing';
import { inProject } from '../project.ts';

const mains: Readonly<Record<string, string>> = {
  release: 'releases/cli/src/main.ts',
  ledger: 'backend/src/cli/main.ts',
};

/** The help of a command of ours, or of one of its verbs. */
export async function helpOf(command: string, ...verb: readonly string[]): Promise<string> {
  const main = mains[command];
  if (main === undefined) throw new Error(`There is no command ${command}.`);
  const [program, ...words] = nodeWords;
  const run = promisify(execFile);
  const { stdout } = await run(program, [...words, inProject(main), ...verb, '--help']);
  return stdout;
}
