import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  emptyFolder,
  emptyPlace,
  fillReleases,
  releasesOf,
  removePlaces,
} from '@tallystick/operations/place.testing';
import type { Environment } from '@tallystick/settings/environment';
import { copyDatabase } from '@tallystick/store/copy-database.testing';
import { nodeVariables } from '@tallystick/store/node-process.testing';
import { afterAll, expect, it } from 'vitest';

afterAll(removePlaces);

const program = join(import.meta.dirname, 'tallystick.ts');

/** Runs `tallystick` with these words. */
async function run(words: string[], { DATA_DIR, DATABASE_URL }: Environment) {
  const url = DATABASE_URL === undefined ? {} : { DATABASE_URL };
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env.PATH ?? '', ...nodeVariables, DATA_DIR, ...url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, out, err };
}

it('backs up a site of its own, puts it back, and brings its tables up', async () => {
  const place = { ...(await emptyFolder()), DATABASE_URL: await copyDatabase() };
  await fillReleases(place);
  const file = `${place.DATA_DIR}.tar`;
  const written = await run(['backup', file], place);
  expect(written).toMatchObject({ code: 0 });
  expect(written.out).toContain('production is at revision 2.');
  const head = /^Head of the audit log, .*: ([0-9a-f]{64})$/m.exec(written.out)?.[1] ?? '';

  const target = await emptyPlace();
  const restored = await run(['restore', file, '--head', head], target);
  expect(restored).toMatchObject({
    code: 0,
    out: expect.stringContaining('The history of releases is whole: '),
  });
  expect(await releasesOf(target)).toEqual(await releasesOf(place));
  // Neither changes what the other reads.
  const [again, migrated] = await Promise.all([
    run(['restore', file], target),
    run(['migrate', '--plan'], target),
  ]);
  expect(again).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^DATA_DIR=.* is not empty: /),
  });
  expect(migrated).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The registry of releases: at \w+, nothing to do\.\n$/),
  });
});

it.each([
  ['backup', ['--help'], 0, /^Usage: node tallystick\.js backup FILE/],
  ['backup', [], 1, /^backup takes one FILE\./],
  ['restore', ['missing.tar'], 1, /missing\.tar cannot be read: there is no such file\./],
  ['migrate', ['--check'], 1, /^Unknown option '--check'\./],
])('%s %j says what it takes', async (name, words, code, said) => {
  const ended = await run([name, ...words], await emptyFolder());
  expect(ended.code).toBe(code);
  expect(ended.out + ended.err).toMatch(said);
});
