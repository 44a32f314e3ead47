import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const root = join(import.meta.dirname, '../../..');
/** The file of a prebuilt tree names the commit that it was built from. */
const packageSchema = v.object({ version: v.string(), commit: v.optional(v.string()) });

let known: string | undefined;

/** What this program calls itself: `Tallystick 0.1.0 (586dc63)`; without git, without a commit. */
export function programVersion(): string {
  known ??= readVersion();
  return known;
}

function readVersion(): string {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  const { version, commit = describedCommit() } = v.parse(packageSchema, JSON.parse(text));
  return `Tallystick ${version}${commit === '' ? '' : ` (${commit})`}`;
}

/** How a person calls a command of this program, such as `migrate` or `backup --help`, from its folder. */
export function commandLine(words: string): string {
  const program = process.argv[1] ?? '';
  // A site that has it installed runs its commands by npm, as is done here.
  const isPrebuilt = /\btallystick\.[jt]s$/.test(program) && !program.includes('/node_modules/');
  return isPrebuilt ? `node tallystick.js ${words}` : `npm run ${words.replace(' ', ' -- ')}`;
}

/** What a person types before the words of a command of this program: `npm run backup --`. */
export const commandName = (name: string): string => commandLine(`${name} `).trimEnd();

/** The commit that is checked out, as git calls it; empty without git. */
export function describedCommit(): string {
  try {
    return execFileSync('git', ['describe', '--tags', '--always'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}
