import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { commitLink, readSource } from './read-source.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'source-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it('says the commit, its title and its author by name, and whether all was in it', () => {
  const folder = newFolder();
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'commit.gpgsign=false', ...args], {
      encoding: 'utf8',
      env: {
        ...process.env,
        ...{ GIT_AUTHOR_NAME: 'Maria Silva', GIT_AUTHOR_EMAIL: 'maria@example.org' },
        ...{ GIT_COMMITTER_NAME: 'Ben', GIT_COMMITTER_EMAIL: 'ben@example.org' },
      },
    }).trim();
  git('init', '--quiet', '--initial-branch', 'main');
  expect(readSource(folder)).toBeUndefined();
  writeFileSync(join(folder, 'one.ts'), '1');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Totals of a page\n\nMore of it.');
  git('remote', 'add', 'origin', 'https://maria:secret@git.example/org/notes.git');
  const commit = git('rev-parse', 'HEAD');
  const source = readSource(folder);
  expect(source).toEqual({
    ...{ commit, title: 'Totals of a page', author: 'Maria Silva', ref: 'main', clean: true },
    link: `https://git.example/org/notes/commit/${commit}`,
  });
  writeFileSync(join(folder, 'two.ts'), '2');
  expect(readSource(folder)?.clean).toBe(false);
});

it('says nothing of a folder that is in no repository', () => {
  expect(readSource(newFolder())).toBeUndefined();
});

it.each([
  ['git@git.example:org/notes.git', 'https://git.example/org/notes/commit/abc'],
  ['ssh://git@git.example:2222/org/notes', 'https://git.example/org/notes/commit/abc'],
  ['https://token@git.example:8443/org/notes.git', 'https://git.example:8443/org/notes/commit/abc'],
  ['http://git.local/notes/', 'http://git.local/notes/commit/abc'],
  ['/srv/git/notes.git', undefined],
  ['javascript:alert(1)', undefined],
  [undefined, undefined],
])('the commit of %s is at %s', (remote, link) => {
  expect(commitLink(remote, 'abc')).toBe(link);
});
