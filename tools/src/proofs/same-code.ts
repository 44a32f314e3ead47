import { spawnSync } from 'node:child_process';
import { root } from '../project.ts';
import { resultsFile } from './kept-results.ts';

/** To keep results does not make the code another one. */
const allElse = ['--', '.', `:(exclude)${resultsFile}`];

/** The commit that is checked out, with `+changes` if something differs from it; `unknown` where there is no git. */
export function checkedOut(): string {
  const head = git('rev-parse', '--short=8', 'HEAD');
  if (head === null) return 'unknown';
  return git('status', '--porcelain', ...allElse) === '' ? head : `${head}+changes`;
}

/** Whether a commit has the same code as what is checked out, which has no changes. */
export function isSameCode(commit: string): boolean {
  if (!/^[\da-f]{8,40}$/.test(commit) || checkedOut().includes('+')) return false;
  return git('diff', '--quiet', commit, 'HEAD', ...allElse) !== null;
}

/** The tag of a version, such as `v1.2.0`, that the commit has which is checked out; null: none. */
export function versionTag(): string | null {
  const tags = git('tag', '--points-at', 'HEAD')?.split('\n') ?? [];
  return tags.find((tag) => /^v\d/.test(tag)) ?? null;
}

/** What git says; null if it says no. */
function git(...words: string[]): string | null {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
