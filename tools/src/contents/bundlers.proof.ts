import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openHouse, runHere, type TestHouse } from '@tallystick/release-cli/src/release.testing.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inProject } from '../project.ts';

// Which packages are in builds of each bundler, with React from npm as it is installed here.

const minutes = 60_000;
let folder: string;
let house: TestHouse;
beforeAll(async () => {
  // Within the project, as the packages of a team are in a folder above its sources.
  await mkdir(inProject('e2e/.test'), { recursive: true });
  folder = await mkdtemp(inProject('e2e/.test/contents-'));
  house = await openHouse();
});
afterAll(async () => {
  await house.close();
  await rm(folder, { recursive: true, force: true });
});

/** Builds the remote of the tests with a bundler, and publishes that; answers its folder and what `publish` says. */
async function publish(bundler: string, maps: 'on' | 'off', ...words: string[]) {
  const home = join(folder, `${bundler}-${maps}`);
  // In a test the plugin for Vite does nothing.
  const { VITEST: _, NODE_ENV: __, ...env } = process.env;
  const script = inProject('e2e/foreign/main.ts');
  await promisify(execFile)(process.execPath, [script, bundler, home, 'one'], {
    env: { ...env, SOURCE_MAPS: maps },
    maxBuffer: 2 ** 26,
  });
  const dist = join(home, 'one/dist');
  const said = await runHere(house, ['publish', dist, ...words]);
  expect(said.err).toBe('');
  return said;
}

/** What `contains` says of the newest build of an app. */
async function findingOf(app: string, asked: string) {
  const { out } = await runHere(house, ['contains', asked, '--json']);
  const { builds } = JSON.parse(out);
  return builds.find((one: { app: string }) => one.app === app) ?? null;
}

describe.each(['vite', 'webpack', 'rsbuild'])('a build by %s', (bundler) => {
  const app = `notes-${bundler}`;

  it(
    'has the packages that its source maps name, by the versions that are installed',
    async () => {
      const said = await publish(bundler, 'on');
      expect(said.out).not.toContain('nobody knows');
      expect(await findingOf(app, 'react@19')).toMatchObject({
        found: 'inside',
        versions: [expect.stringMatching(/^19\.\d+\.\d+$/)],
      });
      expect(await findingOf(app, 'react@<19')).toBeNull();
      expect(await findingOf(app, 'lodash')).toBeNull();
    },
    10 * minutes,
  );

  it(
    'is unknown without source maps',
    async () => {
      const said = await publish(bundler, 'off', '--version', '2.0.0');
      expect(said.out).toContain('nobody knows which packages are in it');
      expect(await findingOf(app, 'lodash')).toMatchObject({ found: 'unknown' });
    },
    10 * minutes,
  );
});

it(
  'a build by the kit takes React of its page',
  async () => {
    await publish('kit', 'off');
    expect(await findingOf('notes-kit', 'react')).toMatchObject({ found: 'taken' });
    expect(await findingOf('notes-kit', '@module-federation/runtime')).toMatchObject({
      found: 'inside',
    });
  },
  10 * minutes,
);
