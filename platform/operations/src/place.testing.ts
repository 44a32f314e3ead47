import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRegistry } from '@tallystick/registry/open';
import { allParts } from '@tallystick/registry/parts/all-parts';
import type { Registry } from '@tallystick/registry/registry';
import { buildOf, done, manager, publish } from '@tallystick/registry/registry.testing';
import { type Environment, readEnvironment } from '@tallystick/settings/environment';
import { copyDatabase } from '@tallystick/store/copy-database.testing';

const folders: string[] = [];

/** Where something is kept: a folder, and a database if one is named. */
function environmentOf(variables: Record<string, string>): Environment {
  const read = readEnvironment(variables);
  if (!read.ok) throw new Error(read.problem);
  return read.value;
}

/** A new folder, where nothing names a database. */
export async function emptyFolder(): Promise<Environment> {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-keep-'));
  folders.push(folder);
  await mkdir(join(folder, 'data'));
  return environmentOf({ DATA_DIR: join(folder, 'data') });
}

/** A new folder, and a new database; `more` of its settings. */
export async function emptyPlace(more: Record<string, string> = {}): Promise<Environment> {
  const { DATA_DIR } = await emptyFolder();
  return environmentOf({ DATA_DIR, DATABASE_URL: await copyDatabase('template1'), ...more });
}

/** A copy of a place that nobody is using. */
export async function copyPlace({
  DATA_DIR,
  DATABASE_URL = '',
}: Environment): Promise<Environment> {
  const copy = await emptyFolder();
  await cp(DATA_DIR, copy.DATA_DIR, { recursive: true });
  return { ...copy, DATABASE_URL: await copyDatabase(new URL(DATABASE_URL).pathname.slice(1)) };
}

export async function removePlaces(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}

/** Fills the registry of an empty place, up to revision 2 of production. */
export async function fillReleases(place: Environment): Promise<void> {
  await withRegistry(place, async (registry) => {
    await publish(registry, 'shell', buildOf(1), { kind: 'shell' });
    await promote(registry, 'mfe-a', 1);
    await promote(registry, 'mfe-a', 2);
    done(
      await registry.access.createToken(manager, {
        name: 'Ann',
        scope: { kind: 'manager' },
        days: 9,
      }),
    );
    await publish(registry, 'mfe-b', buildOf(1));
    done(await registry.channel('production').lock(manager, 'mfe-b', 'a fair'));
  });
}

/** Publishes a build of an app and makes it live. */
export async function promote(registry: Registry, app: string, n: number): Promise<void> {
  await publish(registry, app, buildOf(n), { files: { 'long.js': `${app} ${n} `.repeat(5_000) } });
  const expected = (await registry.channel('production').current())?.revision ?? 0;
  const builds = { shell: buildOf(1), [app]: buildOf(n) };
  done(
    await registry
      .channel('production')
      .change(manager, expected, { kind: 'promote', builds, reason: '' }),
  );
}

export async function withRegistry<T>(
  place: Environment,
  run: (registry: Registry) => Promise<T>,
): Promise<T> {
  const opened = await openRegistry(place, undefined, { parts: allParts() });
  if (!opened.ok) throw new Error(opened.problem);
  return run(opened.value).finally(opened.value.close);
}

/** What a registry says of itself. */
export function releasesOf(place: Environment): Promise<unknown> {
  return withRegistry(place, async (registry) => {
    const { locks, alerts: problems } = await registry.channel('production').board();
    return {
      current: await registry.channel('production').current(),
      signed: await registry.attestations.ofRevision('production', 2),
      history: await registry.channel('production').history({ limit: 10 }),
      builds: await registry.builds(),
      tokens: await registry.access.tokens(manager),
      key: registry.attestations.publicKey,
      verified: await registry.audit.verify(),
      locks,
      problems,
    };
  });
}
