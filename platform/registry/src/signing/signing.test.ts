import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSignedBy } from '@tallystick/contract/open-signed';
import { openConnections } from '@tallystick/store/connections';
import { copyDatabase } from '@tallystick/store/copy-database.testing';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openRegistry, type RegistryPlace } from '../open.ts';
import { buildOf, done, manager, publish } from '../registry.testing.ts';
import type { Registry } from '../registry.ts';
import { newKey, openSigningKey } from './signing-key.ts';

let folder: string;
let url: string;
let place: RegistryPlace;
const opened: Registry[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-signing-'));
  url = await copyDatabase();
  place = { DATA_DIR: folder, DATABASE_URL: url };
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((registry) => registry.close()));
  await rm(folder, { recursive: true, force: true });
});

async function open(more: Partial<RegistryPlace> = {}): Promise<Registry> {
  const result = await openRegistry({ ...place, ...more });
  if (!result.ok) throw new Error(result.problem);
  opened.push(result.value);
  return result.value;
}
async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((registry) => registry.close()));
}
async function release(registry: Registry): Promise<void> {
  await publish(registry, 'shell', buildOf(1), { kind: 'shell' });
  const builds = { shell: buildOf(1) };
  const change = { kind: 'promote', builds, reason: 'the start' } as const;
  done(await registry.channel('production').change(manager, 0, change));
}
/** What the revision's attestation says, verified by a key. */
async function stated(
  registry: Registry,
  publicKey = registry.attestations.publicKey,
): Promise<unknown> {
  const signed = await registry.attestations.ofRevision('production', 1);
  return signed === null ? null : await openSignedBy([publicKey])(signed);
}
/** Does something to the database behind the registry's back. */
async function tamper(statement: string): Promise<void> {
  const { db } = openConnections({ connectionString: url, max: 1 });
  for (const one of statement.split(';')) {
    await sql.raw(`set search_path = releases; ${one}`).execute(db);
  }
  await db.destroy();
}

it('a key is made once, by whoever is first, for its owner alone', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => openSigningKey(place)));
  expect(new Set(all.map((result) => (result.ok ? result.value.id : result.problem))).size).toBe(1);
  expect(await readdir(folder)).toEqual(['release-signing.key']);
  expect((await stat(join(folder, 'release-signing.key'))).mode & 0o777).toBe(0o600);
});

it('a key that is named must be there, and be one', async () => {
  const file = join(folder, 'own.key');
  const problem = async () => {
    const result = await openRegistry({ ...place, RELEASE_KEY_FILE: file });
    return result.ok ? '' : result.problem;
  };
  expect(await problem()).toContain(file);
  await writeFile(file, 'no key');
  expect(await problem()).toMatch(/^The key that signs releases cannot be had from .*own\.key: /);
});

it('what is written is signed when it is asked for', async () => {
  const registry = await open();
  await release(registry);
  expect(await stated(registry)).toMatchObject({ shell: 'shell', builds: { shell: buildOf(1) } });
  const build = await registry.attestations.ofBuild('shell', buildOf(1));
  expect(JSON.parse(build?.text ?? '')).toMatchObject({ artifact: { app: 'shell' } });
  expect(await registry.audit.verify()).toMatchObject({ ok: true });
});

it('the log has the hash of the very text that readers get of a build', async () => {
  const registry = await open();
  await release(registry);
  const given = await registry.attestations.ofBuild('shell', buildOf(1));
  const { db } = openConnections({ connectionString: url, max: 1 });
  const { rows } = await sql<{ attestation: string | null }>`
    select attestation from releases.log_entry order by number`.execute(db);
  await db.destroy();
  const hash = createHash('sha256')
    .update(given?.text ?? '')
    .digest('hex');
  expect(rows).toEqual([{ attestation: hash }, { attestation: expect.stringMatching(/^\w{64}$/) }]);
});

it('nothing is signed of a build or a revision that somebody has changed', async () => {
  const registry = await open();
  await release(registry);
  await tamper(`update build set record = jsonb_set(record, '{artifact,files}', '{}')`);
  for (const each of [registry, await open()]) {
    const { ofBuild, ofRevision } = each.attestations;
    await expect(ofBuild('shell', buildOf(1))).rejects.toThrow('is not what was published');
    await expect(ofRevision('production', 1)).rejects.toThrow('is not what was published');
  }
  await tamper('delete from build');
  expect(await registry.attestations.ofBuild('shell', buildOf(1))).toBeNull();
  expect(await registry.attestations.ofRevision('production', 1)).toBeNull();
});

it('a registry whose key was taken out of the database takes no other by itself', async () => {
  await release(await open());
  await closeAll();
  await tamper('delete from signing_key');
  expect(await openRegistry(place)).toEqual({
    ok: false,
    problem:
      'The releases are not signed: start once with RELEASE_RESIGN=on if they are what you released.',
  });
});

it('a process with another key does not start; a new key takes over when it is told to', async () => {
  const first = await open();
  await release(first);
  const old = first.attestations.publicKey;
  await closeAll();
  const file = join(folder, 'next.key');
  await writeFile(file, newKey());
  const other = { ...place, RELEASE_KEY_FILE: file };
  const refused = await openRegistry(other);
  expect(refused.ok ? '' : refused.problem).toMatch(
    /^The releases are signed by the key [0-9a-f]{12}, and this process has [0-9a-f]{12}: /,
  );
  const registry = await open({ RELEASE_KEY_FILE: file, RELEASE_RESIGN: 'on' });
  expect(registry.attestations.publicKey).not.toBe(old);
  expect(await stated(registry)).toMatchObject({ revision: 1 });
  await expect(stated(registry, old)).rejects.toThrow('not signed');
  await closeAll();
  expect((await openRegistry(place)).ok).toBe(false);
  expect(await stated(await open({ RELEASE_KEY_FILE: file }))).toMatchObject({ revision: 1 });
});

it('of two processes with keys of their own that start on a new database one does', async () => {
  const { db } = openConnections({ connectionString: url, max: 1 });
  await sql`select pg_advisory_lock(7205101)`.execute(db);
  const starts = Promise.all(
    ['one', 'two'].map((name) => openRegistry({ ...place, DATA_DIR: join(folder, name) })),
  );
  const waiting = sql<{ count: number }>`
    select count(*)::int from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and locktype = 'advisory' and not granted`;
  // Both have seen that nothing is signed yet.
  await expect.poll(async () => (await waiting.execute(db)).rows).toEqual([{ count: 2 }]);
  await db.destroy();
  const started = await starts;
  for (const one of started) if (one.ok) opened.push(one.value);
  expect(started.filter(({ ok }) => ok)).toHaveLength(1);
  const [refused] = started.flatMap((one) => (one.ok ? [] : [one.problem]));
  expect(refused).toContain('The releases are signed by the key ');
});

it('the public half beside a key is that of the key, also after another was made', async () => {
  const noted = () => readFile(join(folder, 'release-signing.pub'), 'utf8');
  const first = await open();
  await release(first);
  expect(await noted()).toBe(`${first.attestations.publicKey}\n`);
  await closeAll();
  await rm(join(folder, 'release-signing.key'));
  const next = await open({ RELEASE_RESIGN: 'on' });
  expect(next.attestations.publicKey).not.toBe(first.attestations.publicKey);
  expect(await noted()).toBe(`${next.attestations.publicKey}\n`);
});

it('what the log denies is not signed', async () => {
  await release(await open());
  await closeAll();
  await tamper(`update build set record = jsonb_set(record, '{artifact,files}', '{}')`);
  const result = await openRegistry({ ...place, RELEASE_RESIGN: 'on' });
  expect(result.ok ? '' : result.problem).toContain('is not what was published');
});
