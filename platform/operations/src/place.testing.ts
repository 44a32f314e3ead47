import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ledgerLines } from '@tallystick/backend/src/cli/cli.testing.ts';
import { findingsOf as findingsIn } from '@tallystick/backend/src/doctor/findings-of.testing.ts';
import { importLines } from '@tallystick/backend/src/import/import-lines.ts';
import { splitLines } from '@tallystick/backend/src/import/lines.ts';
import { storeTarget } from '@tallystick/backend/src/import/target.ts';
import {
  type LedgerEnvironment,
  readLedgerEnvironment,
} from '@tallystick/backend/src/settings/ledger-environment.ts';
import { openStore, type Store } from '@tallystick/backend/src/store/store.ts';
import { openRegistry } from '@tallystick/registry/open';
import { allParts } from '@tallystick/registry/parts/all-parts';
import type { Registry } from '@tallystick/registry/registry';
import { buildOf, done, manager, publish } from '@tallystick/registry/registry.testing';
import { copyDatabase } from '@tallystick/store/copy-database.testing';

const folders: string[] = [];

/** Where something is kept: a folder, and a database if one is named. */
function environmentOf(variables: Record<string, string>): LedgerEnvironment {
  const read = readLedgerEnvironment({ DEMO: 'off', ...variables });
  if (!read.ok) throw new Error(read.problem);
  return read.environment;
}

/** A new folder, where nothing names a database. */
export async function emptyFolder(): Promise<LedgerEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-keep-'));
  folders.push(folder);
  await mkdir(join(folder, 'data'));
  return environmentOf({ DATA_DIR: join(folder, 'data') });
}

/** A new folder, and a new database; `more` of its settings. */
export async function emptyPlace(more: Record<string, string> = {}): Promise<LedgerEnvironment> {
  const { DATA_DIR } = await emptyFolder();
  return environmentOf({ DATA_DIR, DATABASE_URL: await copyDatabase('template1'), ...more });
}

export async function removePlaces(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}

let filled: Promise<LedgerEnvironment> | undefined;

/** A place with a ledger, and a registry at revision 2 of production: filled once, and copied. */
export async function filledPlace(): Promise<LedgerEnvironment> {
  filled ??= emptyFolder().then(async (place) =>
    fill({ ...place, DATABASE_URL: await copyDatabase() }),
  );
  const { DATA_DIR, DATABASE_URL = '' } = await filled;
  const copy = await emptyFolder();
  await cp(DATA_DIR, copy.DATA_DIR, { recursive: true });
  return { ...copy, DATABASE_URL: await copyDatabase(new URL(DATABASE_URL).pathname.slice(1)) };
}

/** Fills an empty place. */
export async function fill(place: LedgerEnvironment): Promise<LedgerEnvironment> {
  await withLedger(place, (store) => record(store, ledgerLines(3_000)));
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
  return place;
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

export async function record(store: Store, lines: readonly string[]): Promise<void> {
  const bytes = (async function* () {
    yield Buffer.from(lines.join(''));
  })();
  const { problem } = await importLines(splitLines(bytes), storeTarget(store));
  if (problem !== undefined) throw new Error(problem);
}

export async function withLedger<T>(
  place: LedgerEnvironment,
  run: (store: Store) => Promise<T>,
): Promise<T> {
  const opened = await openStore(place);
  if (!opened.ok) throw new Error(opened.problem);
  return run(opened.store).finally(opened.store.close);
}

export async function withRegistry<T>(
  place: LedgerEnvironment,
  run: (registry: Registry) => Promise<T>,
): Promise<T> {
  const opened = await openRegistry(place, undefined, { parts: allParts() });
  if (!opened.ok) throw new Error(opened.problem);
  return run(opened.registry).finally(opened.registry.close);
}

/** Every row of the ledger but its events, and how its tables are made. */
export function ledgerOf(place: LedgerEnvironment): Promise<unknown> {
  return withLedger(place, async ({ query }) => {
    const made = await query(
      {
        text: `
          select indexdef as made from pg_indexes where schemaname = current_schema()
          union all
          select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
          from pg_constraint
          where connamespace = current_schema()::regnamespace and contype <> 'n'
          union all
          select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger
          join pg_class c on c.oid = tgrelid and relnamespace = current_schema()::regnamespace
          where not tgisinternal order by 1`,
      },
      [],
    );
    const rows: unknown[] = [];
    for (const table of ['party', 'party_word', 'transfer', 'tally', 'span', 'segment']) {
      rows.push(
        await query({ text: `select * from ${table} as one order by one::text collate "C"` }, []),
      );
    }
    return { made, rows };
  });
}

/** What a registry says of itself. */
export function releasesOf(place: LedgerEnvironment): Promise<unknown> {
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

/** All that `doctor` finds. */
export function findingsOf(place: LedgerEnvironment): Promise<string[]> {
  return withLedger(place, findingsIn);
}
