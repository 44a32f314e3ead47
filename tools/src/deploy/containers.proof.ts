import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '@tallystick/store/free-ports.testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Composed, names, openComposed, variableWords } from './composed.testing.ts';
import { missingForContainers } from './podman.testing.ts';

// The image and the services of compose.yaml as they run.

const minutes = 60_000;
const missing = missingForContainers();
if (missing !== null) console.log(`skipped: containers need ${missing} on this machine`);

/** The commits of the two images, the older one first. */
const versions = (process.env.CONTAINERS ?? 'HEAD~1 HEAD').split(' ');
const apps = ['shell', 'mfe-ledger', 'mfe-parties', 'mfe-auth'];

describe.runIf(missing === null)('the image', () => {
  let all: Composed;
  beforeAll(async () => {
    all = await openComposed(versions);
  }, 50 * minutes);
  afterAll(() => all?.close(), 5 * minutes);

  it(
    'runs as the services of compose.yaml say, and serves pages that were published from inside',
    async () => {
      const { ask, becomesReady, images, release, serves, start } = all;
      for (const name of names) await start(name, images.older);
      await becomesReady('admin');
      await becomesReady('ledger');
      await release('publish', ...apps.map((app) => `apps/${app}`));
      const promoted = await release('promote', ...apps, '--reason', 'the first');
      expect(promoted).toContain('revision 1');
      await becomesReady('site');
      await serves('production/1');
      const { status, body } = await ask();
      expect([status, body]).toEqual([200, expect.stringContaining('<title>Home • Tallystick')]);
      expect((await ask('console.localhost')).body).toContain('<html');
      expect((await ask('ledger.localhost', '/ready')).status).toBe(200);
    },
    10 * minutes,
  );

  it(
    'writes nowhere but in its volume, and has no capability',
    async () => {
      const { engine, prefix } = all;
      const container = `${prefix}-site`;
      for (const path of ['/opt/tallystick/x', '/tmp/x', '/x']) {
        expect(await engine.succeeds('exec', container, 'touch', path)).toBe(false);
      }
      expect(await engine.succeeds('exec', container, 'touch', '/data/x')).toBe(true);
      const status = await engine.podman('exec', container, 'cat', '/proc/1/status');
      expect(status).toMatch(/^CapEff:\s*0+$/m);
      expect(status).toMatch(/^CapBnd:\s*0+$/m);
      expect(status).toMatch(/^NoNewPrivs:\s*1$/m);
      expect(status).toMatch(/^Uid:\s*1000\s/m);
    },
    5 * minutes,
  );

  it(
    'is back after a kill, by its restart policy',
    async () => {
      const { becomesReady, engine, prefix, serves } = all;
      for (const name of names) {
        const container = `${prefix}-${name}`;
        const pid = await engine.podman('inspect', '--format', '{{.State.Pid}}', container);
        const began = performance.now();
        process.kill(Number(pid), 'SIGKILL');
        await expect
          .poll(() => engine.podman('inspect', '--format', '{{.State.Pid}}', container), {
            timeout: minutes,
          })
          .not.toBe(pid);
        await becomesReady(name);
        console.log(`${name} was back after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
      }
      await serves('production/1');
    },
    10 * minutes,
  );

  it(
    'of the commit before is upgraded on the same volumes, and its apps after that',
    async () => {
      const { becomesReady, images, release, serves, start } = all;
      for (const name of names) await start(name, images.newer);
      for (const name of names) await becomesReady(name);
      await serves('production/1');
      await release('publish', ...apps.map((app) => `apps/${app}`));
      expect(await release('verify')).toContain('History is whole');
    },
    10 * minutes,
  );

  it(
    'takes a build back from inside',
    async () => {
      const { engine, prefix, release, serves } = all;
      // An app of two small builds, which lie in the volume.
      for (const [version, at] of ['1.0.0', '1.1.0'].entries()) {
        const write = `mkdir -p /data/note && cd /data/note && printf %s "$0" > remote.json && echo "var note = {}; // ${at}" > remoteEntry.js`;
        const declaration = {
          name: 'mfe-note',
          title: 'Notes',
          routes: [{ path: '/notes', page: 'Notes' }],
          menu: [],
        };
        const shell = ['exec', `${prefix}-site`, 'sh', '-c', write, JSON.stringify(declaration)];
        await engine.podman(...shell);
        await release('publish', '/data/note', '--container', 'note', '--version', at);
        await release('promote', `mfe-note@${at}`, '--reason', `try ${at}`);
        await serves(`production/${version + 2}`);
      }
      await release('rollback', 'mfe-note', '--reason', 'the totals are wrong');
      await serves('production/4');
      const { builds } = JSON.parse(await release('status', '--json')).current;
      expect(builds['mfe-note']).toMatch(/^1\.0\.0-/);
    },
    10 * minutes,
  );

  it(
    'is backed up from inside, and put back into another volume and database',
    async () => {
      const { database, engine, folder, images, inside, prefix, variablesOf } = all;
      await inside('site', 'backup', '/data/kept.tar');
      // The container's user reads it there.
      const shelf = join(folder, 'kept');
      mkdirSync(shelf);
      const kept = join(shelf, 'kept.tar');
      await engine.podman('cp', `${prefix}-site:/data/kept.tar`, kept);
      chmodSync(shelf, 0o755);
      chmodSync(kept, 0o644);
      const client = new pg.Client(`${database.url}postgres`);
      await client.connect();
      await client.query('create database restored');
      await client.end();
      const databaseUrl = `${database.url}restored`;
      const restored = await engine.podman(
        ...[
          'run',
          '--rm',
          '--no-healthcheck',
          '--read-only',
          '--read-only-tmpfs=false',
          '--cap-drop=ALL',
        ],
        ...[`--volume=${prefix}-restored:/data`, `--volume=${shelf}:/kept:ro`],
        ...variablesOf('site', databaseUrl),
        ...[images.newer, 'restore', '/kept/kept.tar'],
      );
      expect(restored).toContain('production is at revision 4.');
      expect(restored).toContain('The ledger is whole');
    },
    10 * minutes,
  );

  it(
    'shares its volume with a second one, which goes on when the first is killed',
    async () => {
      const { engine, images, inside, made, prefix } = all;
      const free = await freePorts(6);
      const becomesWhole = (name: string) =>
        expect
          .poll(
            () =>
              inside(name, 'ready', 'admin', 'ledger').then(
                () => true,
                () => false,
              ),
            { timeout: 3 * minutes, interval: 500 },
          )
          .toBe(true);
      const begin = async (name: string, from: number) => {
        const [site, admin, ledger] = free.slice(from, from + 3).map(String);
        const own = { SITE_PORT: site ?? '', ADMIN_PORT: admin ?? '', BACKEND_PORT: ledger ?? '' };
        made.push(`${prefix}-${name}`);
        await engine.podman(
          ...['run', '--detach', '--name', `${prefix}-${name}`, '--no-healthcheck', '--read-only'],
          ...['--cap-drop=ALL', `--volume=${prefix}-own:/data`],
          ...[...variableWords({ ...own, DEMO: 'off' }), images.newer],
        );
        await becomesWhole(name);
      };
      const hasDatabase = async (name: string) =>
        (await engine.podman('top', `${prefix}-${name}`, 'args')).includes('bin/postgres -D');
      await begin('one', 0);
      await begin('two', 3);
      expect([await hasDatabase('one'), await hasDatabase('two')]).toEqual([true, false]);
      await inside('one', 'release', 'publish', ...apps.map((app) => `apps/${app}`));
      await inside('two', 'release', 'promote', ...apps, '--reason', 'by the other');
      await engine.podman('kill', `${prefix}-one`);
      await becomesWhole('two');
      expect(await hasDatabase('two')).toBe(true);
      expect(await inside('two', 'release', 'verify')).toContain('History is whole');
    },
    10 * minutes,
  );
});
