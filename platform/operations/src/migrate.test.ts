import { releaseStore } from '@tallystick/registry/parts/all-parts';
import { buildOf, done, manager, publish } from '@tallystick/registry/registry.testing';
import type { Environment } from '@tallystick/settings/environment';
import { codeOf } from '@tallystick/store/error-code';
import { migrate } from '@tallystick/store/migrate';
import { openStore, openStoreAsItIs } from '@tallystick/store/store';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { backUp } from './backup/backup.ts';
import { type MigrateOptions, migrateStores } from './migrate/migrate.ts';
import { bake, pantry, withPantry } from './pantry.testing.ts';
import { emptyPlace, promote, releasesOf, removePlaces, withRegistry } from './place.testing.ts';

afterAll(removePlaces);

const store = pantry.definition;
/** The migrations of the pantry, and the last one of the registry. */
const [before = '', last = ''] = Object.keys(store.migrations);
const lastOfRegistry = Object.keys(releaseStore.migrations).sort().at(-1);

async function run(place: Environment, options: Partial<MigrateOptions> = {}) {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const result = await migrateStores(place, [pantry], {
    planOnly: false,
    roles: [],
    print,
    ...options,
  });
  return { lines, problem: result.ok ? undefined : result.problem };
}

/** Runs SQL as the owner. */
async function execute(place: Environment, statement: string): Promise<void> {
  const opened = await openStoreAsItIs(store, place);
  if (!opened.ok) throw new Error(opened.problem);
  await sql.raw(statement).execute(opened.value.db);
  await opened.value.close();
}

/** A pantry as the program before this one left it: without the last migration. */
async function olderPantry(place: Environment): Promise<void> {
  const migrations = Object.fromEntries(Object.entries(store.migrations).slice(0, -1));
  const opened = await openStoreAsItIs(store, place);
  if (!opened.ok) throw new Error(opened.problem);
  await migrate(opened.value, { ...store, migrations });
  await opened.value.close();
}

const as = (place: Environment, role: string): Environment => {
  const url = new URL(place.DATABASE_URL ?? '');
  url.username = role;
  return { ...place, DATABASE_URL: url.href };
};

describe('npm run migrate', () => {
  it('says what would run, does it, and has nothing to do then', async () => {
    const place = await emptyPlace();
    await olderPantry(place);
    const plan = [
      `The pantry: at ${before}, to run: ${last}.`,
      'The pantry: servers of the version that runs now may go on meanwhile.',
      expect.stringMatching(
        new RegExp(
          `^The registry of releases: empty, to run: 0001_registry, .*${lastOfRegistry}\\.$`,
        ),
      ),
    ];
    expect(await run(place, { planOnly: true })).toEqual({ lines: plan, problem: undefined });
    const { lines } = await run(place);
    expect(lines).toEqual([...plan, 'The pantry: done.', 'The registry of releases: done.']);
    expect(await run(place, { planOnly: true })).toEqual({
      lines: [
        `The pantry: at ${last}, nothing to do.`,
        `The registry of releases: at ${lastOfRegistry}, nothing to do.`,
      ],
      problem: undefined,
    });
  });

  it('changes neither store where a step of one was skipped', async () => {
    const place = await emptyPlace();
    await run(place);
    await execute(place, `delete from kysely_migration where name = '${before}'`);
    expect(await run(place)).toEqual({
      lines: [],
      problem: expect.stringMatching(
        new RegExp(
          `^The pantry: The migration ${before} has not run, though ${last}, which comes after it, has: `,
        ),
      ),
    });
    const { lines } = await run({ ...place, DATABASE_URL: undefined }, { planOnly: true });
    expect(lines[0]).toMatch(/^The pantry: not in .* yet; its first start makes it\.$/);
  });
});

describe('roles that own nothing', () => {
  let place: Environment;
  beforeAll(async () => {
    place = await emptyPlace();
    for (const role of ['serving', 'looking']) {
      await execute(place, `create role ${role} login password 'test'`);
    }
    const roles = [
      { kind: 'writer', role: 'serving' },
      { kind: 'reader', role: 'looking' },
    ] as const;
    // As it is on PostgreSQL 14 before anybody changes it.
    await execute(place, 'grant create on schema public to public');
    const told =
      'serving may still make tables in public. Where everybody may: revoke create on schema public from public';
    expect((await run(place, { roles })).lines).toContain(told);
    await execute(place, 'revoke create on schema public from public');
    const { lines, problem } = await run(place, { roles });
    expect(problem).toBeUndefined();
    expect(lines).not.toContain(told);
    expect(lines.slice(-2)).toEqual([
      'serving has what a writer needs.',
      'looking has what a reader needs.',
    ]);
  });

  it('serve, and append to the history alone', async () => {
    const serving = as(place, 'serving');
    await withPantry(serving, async (store) => {
      await bake(store, 'bread ', 3);
      for (const statement of ['create table more (n int)', 'alter table bread add more int']) {
        const refused = await sql.raw(statement).execute(store.db).catch(codeOf);
        expect(refused).toBe('42501');
      }
    });
    await withRegistry(serving, async (registry) => {
      await publish(registry, 'shell', buildOf(1), { kind: 'shell' });
      await promote(registry, 'mfe-a', 1);
      done(await registry.gc(manager, { dryRun: false }));
    });
    for (const table of ['audit', 'revision']) {
      const statement = `delete from releases.${table}`;
      await expect(execute(serving, statement)).rejects.toThrow(
        `permission denied for table ${table}`,
      );
    }
    expect(await releasesOf(serving)).toMatchObject({ verified: { ok: true }, problems: [] });
    const looking = as(place, 'looking');
    await expect(execute(looking, 'delete from bread')).rejects.toThrow('permission denied');
    const written = await backUp(`${place.DATA_DIR}/backup.tar`, looking, [pantry], {
      signal: new AbortController().signal,
      onProgress: () => {},
    });
    expect(written).toMatchObject({ ok: true, value: { headIsKnown: true } });
  });

  it('get no rows of later tables to write once they only look', async () => {
    await execute(place, `create role moving login password 'test'`);
    for (const kind of ['writer', 'reader'] as const) {
      await run(place, { roles: [{ kind, role: 'moving' }] });
    }
    await execute(place, 'create table later (n integer)');
    const moving = as(place, 'moving');
    await execute(moving, 'select from later');
    await expect(execute(moving, 'insert into later values (1)')).rejects.toThrow(
      'permission denied for table later',
    );
    await execute(place, 'drop table later');
  });

  it('get it from two that run at once, one after the other', async () => {
    const opened = await openStoreAsItIs(store, place);
    if (!opened.ok) throw new Error(opened.problem);
    const { db, withSession, close } = opened.value;
    const waiting = (count: number) =>
      vi.waitFor(async () => {
        const { rows } = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        expect(rows).toHaveLength(count);
      }, 60_000);
    const roles = [{ kind: 'writer', role: 'serving' }] as const;
    await withSession(async (holder) => {
      await sql`begin`.execute(holder.db);
      // Other changes of the rights to this table wait for the end of this transaction.
      await sql`grant select on bread to serving`.execute(holder.db);
      const first = run(place, { roles });
      await waiting(1);
      const second = run(place, { roles });
      await waiting(2);
      await sql`rollback`.execute(holder.db);
      const told = { lines: expect.arrayContaining(['serving has what a writer needs.']) };
      expect(await Promise.allSettled([first, second])).toMatchObject([
        { value: told },
        { value: told },
      ]);
    });
    await close();
  });

  it('are told what is missing where the schema is older', async () => {
    const more = { runsFrom: last, up: async () => {} };
    const up = async () => {};
    const newer = {
      ...store,
      migrations: { ...store.migrations, '9998_more': { ...more, up } },
    };
    expect(await openStore(newer, as(place, 'serving'))).toMatchObject({
      ok: false,
      problem: expect.stringMatching(
        new RegExp(
          `It is at ${last}, and this program needs 9998_more, which this role may not make .*npm run migrate`,
        ),
      ),
    });
    const owned = await openStore(newer, place);
    if (!owned.ok) throw new Error(owned.problem);
    await owned.value.close();
    const opened = await openStore(newer, as(place, 'serving'));
    if (!opened.ok) throw new Error(opened.problem);
    await opened.value.close();
  });
});
