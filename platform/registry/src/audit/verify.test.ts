import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Change } from '../contract/channel.ts';
import type { Verification } from '../contract/history.ts';
import { buildOf, done, manager, publish } from '../registry.testing.ts';
import type { Registry } from '../registry.ts';
import { type OpenedRegistry, testRegistries } from '../store/test-registries.testing.ts';

const reason = 'because of this test';
const day = 86_400_000;

/** Does one of everything that stands in the log; entry 6 is revision 2 of production. */
async function liveThrough(registry: Registry, pass: (days: number) => void): Promise<void> {
  await publish(registry, 'shell', buildOf(1), { kind: 'shell' }); // 1
  await publish(registry, 'mfe-a', buildOf(1)); // 2
  await publish(registry, 'mfe-a', buildOf(2)); // 3
  await publish(registry, 'mfe-a', buildOf(3)); // 4
  const change = async (expected: number, what: Change) =>
    done(await registry.channel('production').change(manager, expected, what));
  const builds = { shell: buildOf(1), 'mfe-a': buildOf(1) };
  await change(0, { kind: 'promote', builds, reason }); // 5
  const canary = { 'mfe-a': buildOf(2) };
  await change(1, { kind: 'canary', builds: canary, percent: 12.5, reason }); // 6
  await change(2, { kind: 'abort', apps: ['mfe-a'], recall: true, reason }); // 7
  done(await registry.channel('production').lock(manager, 'mfe-a', reason)); // 8
  done(await registry.channel('production').lock(manager, 'shell', reason)); // 9
  done(await registry.channel('production').unlock(manager, 'shell', reason)); // 10
  const scope = { kind: 'publisher', app: 'mfe-a' } as const;
  const first = done(await registry.access.createToken(manager, { name: 'CI', scope, days: 9 })); // 11
  done(await registry.access.createToken(manager, { name: 'other', scope, days: 9 })); // 12
  done(await registry.access.revokeToken(manager, first.token.id)); // 13
  pass(40);
  const collected = done(await registry.gc(manager, { dryRun: false })); // 14
  expect(collected.deleted.map(({ build }) => build)).toEqual([buildOf(3)]);
}

const tables = ['audit', 'log_entry', 'revision', 'build', 'token', 'lock'];

const openTestRegistry = testRegistries();
describe('the audit log', () => {
  let opened: OpenedRegistry;
  let whole: Verification;
  let now = Date.UTC(2026, 10, 21);
  const run = (statement: string) => sql.raw(statement).execute(opened.store.db);

  beforeAll(async () => {
    opened = await openTestRegistry({ now: () => now });
    await liveThrough(opened.registry, (days) => {
      now += days * day;
    });
    whole = await opened.registry.audit.verify();
    for (const table of tables) await run(`create table ${table}_kept as table ${table}`);
  });
  afterAll(() => opened.registry.close());

  /** What verify says after a statement ran as if the database had let it; then all is put back. */
  async function after(...statements: string[]): Promise<Verification> {
    // In the order in which the registry reads them by itself meanwhile: in another the two could wait for each other.
    await run(`
        lock table log_entry, audit, revision;
        alter table revision drop constraint if exists revision_sequence_fkey;
        alter table revision disable trigger append_only;
        alter table audit disable trigger append_only`);
    try {
      await run(statements.join(';'));
      return await opened.registry.audit.verify();
    } finally {
      const put = tables.map(
        (table) => `delete from ${table}; insert into ${table} select * from ${table}_kept`,
      );
      await run(put.join(';'));
    }
  }

  it('verifies what was done', async () => {
    expect(whole).toEqual({
      ok: true,
      entries: 14,
      revisions: 3,
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
      problems: [],
      advice: [],
    });
    const entries = await opened.registry.audit.entries({ limit: 100 });
    expect(entries.map(({ action }) => action).reverse()).toEqual([
      ...['publish', 'publish', 'publish', 'publish', 'change', 'change', 'change'],
      ...['lock', 'lock', 'unlock', 'token-create', 'token-create', 'token-revoke', 'gc'],
    ]);
    expect(entries[0]?.hash).toBe(whole.head);
    for (const [at, { previousHash }] of entries.slice(0, -1).entries()) {
      expect(previousHash).toBe(entries[at + 1]?.hash);
    }
  });

  it.each([
    ['audit', `update audit set by = 'Eve' where sequence = 6`],
    ['audit', 'delete from audit where sequence = 14'],
    ['audit', 'truncate audit cascade'],
    ['revision', `update revision set body = '{}' where revision = 2`],
    ['revision', 'delete from revision where revision = 3'],
    ['revision', 'truncate revision'],
  ])('is refused by the database: a change of %s: %s', async (_table, statement) => {
    await expect(run(statement)).rejects.toThrow('can only be appended to');
    expect(await opened.registry.audit.verify()).toEqual(whole);
  });

  it.each([
    ['update audit set sequence = 1000 where sequence = 6', 'entry 6 is missing'],
    [`update audit set at = at + interval '1 ms' where sequence = 6`, 'entry 6 is not what'],
    [`update audit set by = 'Eve' where sequence = 6`, 'entry 6 is not what'],
    [`update audit set action = 'gc' where sequence = 6`, 'entry 6 is not what'],
    [
      `update audit set detail = jsonb_set(detail, '{revision,reason}', '"none"') where sequence = 6`,
      'entry 6 is not what',
    ],
    [`update audit set detail = detail || '{"more":1}' where sequence = 6`, 'entry 6 is not what'],
    [`update log_entry set leaf = salt || salt where number = 6`, 'entry 6 was not written'],
    [`update log_entry set salt = '\\x00' where number = 6`, 'entry 6 is not what'],
    [`update log_entry set attestation = 'x' where number = 6`, 'entry 6 is not what'],
    [`update log_entry set attestation = 'x' where number = 8`, 'entry 8 is not what'],
    [`update log_entry set frontier = '' where number = 6`, 'entry 6 was not written'],
    [`update log_entry set checkpoint = '' where number = 6`, 'entry 6 was not written'],
    [
      `update log_entry set checkpoint = (select checkpoint from log_entry where number = 5) where number = 6`,
      'entry 6 was not written',
    ],
    ['update log_entry set sequence = 60 where number = 6', 'entry 6 is missing'],
    ['delete from log_entry where number = 1', 'entry 1 is missing'],
    ['delete from log_entry where number = 6', 'entry 6 is missing'],
    ['delete from log_entry where number = 14', 'row 14 of audit was not written'],
    ['delete from audit where sequence = 1', 'entry 1 is missing'],
    ['delete from audit where sequence = 6', 'entry 6 is missing'],
    [`update audit set by = 'Eve' where sequence = 1`, 'entry 1 is not what'],
  ])('finds: %s', async (statement, problem) => {
    const { ok, problems } = await after(statement);
    expect(ok).toBe(false);
    expect(problems.join()).toContain(problem);
  });

  it('finds an entry that was changed together with its leaf', async () => {
    const forged = await after(
      `update audit set by = 'Eve' where sequence = 6`,
      `update log_entry set leaf = salt || salt where number = 6`,
    );
    expect(forged.problems).toContain('entry 6 is missing');
    expect(forged.problems).toContain('entry 6 was not written by the registry');
  });

  it('finds entries that changed places, with their seals and without', async () => {
    const rows = await after(
      'update audit set sequence = 99 where sequence = 8',
      'update audit set sequence = 8 where sequence = 9',
      'update audit set sequence = 9 where sequence = 99',
    );
    expect(rows.problems.slice(0, 2)).toEqual([
      'entry 8 is not what was sealed',
      'entry 9 is not what was sealed',
    ]);
    const seals = await after(
      'update log_entry set number = 99 where number = 8',
      'update log_entry set number = 8 where number = 9',
      'update log_entry set number = 9 where number = 99',
    );
    expect(seals.problems.slice(0, 1)).toEqual(['entry 8 is missing']);
  });

  const body = (path: string, value: string) =>
    `update revision set body = jsonb_set(body, '{${path}}', '${value}') where revision = 2`;
  it.each([
    body('channel', '"preview"'),
    body('revision', '3'),
    body('kind', '"promote"'),
    body('builds,mfe-a', `"${buildOf(2)}"`),
    body('canaries,mfe-a,percent', '50'),
    body('recalled', `[{"app":"mfe-a","build":"${buildOf(1)}"}]`),
    body('moves', '[]'),
    body('at', '"2026-11-21T00:00:00.001Z"'),
    body('by', '"Eve"'),
    body('reason', '"none"'),
    `update revision set channel = 'preview' where revision = 2`,
    `update revision set revision = 20 where revision = 2`,
  ])('finds: %s', async (statement) => {
    expect((await after(statement)).problems).toEqual([
      'entry 6: revision 2 of production is not what the log says',
    ]);
  });

  it.each([
    ['delete from revision where revision = 2', 'entry 6: revision 2 of production is missing'],
    [
      'update revision set sequence = 8 where revision = 2',
      'entry 6: revision 2 of production is missing',
    ],
    [
      `insert into revision select 'production', 4, 90, body from revision where revision = 3`,
      'revision 4 of production has no entry',
    ],
    [
      `insert into revision select 'production', 4, 14, body from revision where revision = 3`,
      'entry 14: revision 4 of production belongs to no change',
    ],
    [
      `update build set record = jsonb_set(record, '{artifact,files}', '{}') where app = 'shell'`,
      `shell@${buildOf(1)} is not what was published`,
    ],
    [`delete from build where app = 'shell'`, `shell@${buildOf(1)} was published and is missing`],
    [
      `insert into build select app, '${buildOf(3)}', record, size, published_at, published_by from build limit 1`,
      `@${buildOf(3)} was never published`,
    ],
    [`update token set name = 'Eve' where name = 'CI'`, 'is not what was granted'],
    [`update token set scope = '{"kind":"manager"}' where name = 'CI'`, 'is not what was granted'],
    [`update token set hash = '\\x00' where name = 'CI'`, 'is not what was granted'],
    [`update token set expires_at = now() + interval '9 years' where name = 'CI'`, 'is not what'],
    [`update token set revoked_at = null where name = 'CI'`, 'is not what was granted'],
    [`delete from token where name = 'CI'`, 'was made and is missing'],
    [
      `insert into token select 'x', name, scope, hash, created_at, created_by, expires_at from token limit 1`,
      'token x was never made',
    ],
    [`update lock set reason = 'none'`, 'the lock of production/mfe-a is not what'],
    ['delete from lock', 'the lock of production/mfe-a is missing'],
  ])('finds: %s', async (statement, problem) => {
    const { ok, problems } = await after(statement);
    expect(ok).toBe(false);
    expect(problems[0]).toContain(problem);
  });

  it('shows by its head that its end was cut off, which it cannot see', async () => {
    const cut = await after(
      'delete from audit where sequence >= 14',
      'delete from log_entry where number >= 14',
    );
    expect(cut.entries).toBe(13);
    expect(cut.head).not.toBe(whole.head);
  });
});

it('reads some files of a build at a time, however many it has', async () => {
  const { registry, files } = await openTestRegistry();
  const parts = Array.from({ length: 40 }, (_, n) => [`part-${n}.js`, `part(${n})`] as const);
  await publish(registry, 'mfe-a', buildOf(1), { files: Object.fromEntries(parts) });
  const { read } = files.artifacts;
  let [open, most] = [0, 0];
  vi.spyOn(files.artifacts, 'read').mockImplementation(async (...file) => {
    open += 1;
    most = Math.max(most, open);
    return await read(...file).finally(() => {
      open -= 1;
    });
  });
  expect(await registry.audit.verify()).toMatchObject({ ok: true });
  expect(most).toBe(8);
});
