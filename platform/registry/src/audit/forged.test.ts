import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { copyDatabase } from '@tallystick/store/copy-database.testing';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openRegistry, type RegistryPlace } from '../open.ts';
import { buildOf, done, manager, publish } from '../registry.testing.ts';
import type { Registry } from '../registry.ts';
import type { Watching } from '../registry-over.ts';
import { newKey, signingKeyOf } from '../signing/signing-key.ts';
import { isDamaged } from '../store/damaged.ts';
import type { Database } from '../store/schema.ts';
import { fingerprintOf, makeSecret } from '../tokens/secret.ts';
import { appendEntry } from './append.ts';
import { forceInto, openEve } from './forcing.testing.ts';
import { leafOf, openSeal } from './seal.ts';

const reason = 'because of this test';
let folder: string;
let place: RegistryPlace;
/** An attacker who can write to the database, and has no file of the folder. */
let eve: Kysely<Database>;
const ends: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  // A busy machine may take longer than an issuer or a receiver may.
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  folder = await mkdtemp(join(tmpdir(), 'tallystick-forged-'));
  const url = await copyDatabase();
  place = { DATA_DIR: folder, DATABASE_URL: url };
  eve = openEve(url);
});
afterEach(async () => {
  await closeAll();
  await eve.destroy();
  await rm(folder, { recursive: true, force: true });
  vi.restoreAllMocks();
});

async function open(more: Partial<RegistryPlace> = {}, watching: Watching = {}): Promise<Registry> {
  const result = await openRegistry({ ...place, ...more }, Date.now, watching);
  if (!result.ok) throw new Error(result.problem);
  ends.push(result.value.close);
  return result.value;
}
async function closeAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}
async function alertsOf(registry: Registry): Promise<readonly string[]> {
  await registry.audit.check();
  return (await registry.channel('production').board()).alerts;
}

/** Entries 1 to 4: two builds of a shell are published, and one after the other is live. */
async function release(registry: Registry): Promise<void> {
  for (const build of [buildOf(1), buildOf(2)]) {
    await publish(registry, 'shell', build, { kind: 'shell' });
  }
  for (const [revision, build] of [buildOf(1), buildOf(2)].entries()) {
    const change = { kind: 'promote', builds: { shell: build }, reason } as const;
    done(await registry.channel('production').change(manager, revision, change));
  }
}
const makeToken = async (registry: Registry) =>
  done(
    await registry.access.createToken(manager, { name: 'CI', scope: { kind: 'manager' }, days: 9 }),
  );

/** A manager's token that the registry did not make, as a row and, if asked for, as an entry. */
async function forgeToken(withEntry: boolean): Promise<string> {
  const { id, secret, hash } = makeSecret();
  const grant = {
    ...{ id, name: 'Eve', scope: { kind: 'manager' }, createdAt: '2026-11-21T00:00:00.000Z' },
    ...{ createdBy: 'Ann', expiresAt: '2027-11-21T00:00:00.000Z' },
  };
  await eve
    .insertInto('token')
    .values({
      ...{ id, name: 'Eve', hash, created_by: 'Ann', scope: JSON.stringify(grant.scope) },
      ...{ created_at: grant.createdAt, expires_at: grant.expiresAt },
    })
    .execute();
  if (withEntry) {
    await forgeEntry('token-create', { ...grant, fingerprint: fingerprintOf(hash) });
  }
  return secret;
}
/** Appends an entry as the registry does it, but by another key. Answers the sequence of its row. */
async function forgeEntry(
  action: 'token-create' | 'token-revoke' | 'change',
  detail: Record<string, unknown>,
): Promise<number> {
  const { sign } = openSeal(signingKeyOf(newKey()));
  const seal = { openEntry: openSeal(null).openEntry, sign };
  const actor = { tokenId: 'house', name: 'Ann' };
  const at = new Date().toISOString();
  return await eve
    .transaction()
    .execute((trx) => appendEntry(trx, seal, { actor, action, detail, at }));
}
const force = (...statements: string[]) => forceInto(eve, ...statements);

it('a token that somebody wrote into the database is nobody’s', async () => {
  const registry = await open();
  const secret = await forgeToken(false);
  expect(await registry.access.authenticate(secret)).toBeNull();
  expect(await registry.access.actorOf(secret.slice(4, 20))).toBeNull();
  expect(done(await registry.access.tokens(manager))).toEqual([]);
});

it('nor is one that the log was made to tell of, now and after a start; those of the registry stay good', async () => {
  const registry = await open();
  await release(registry);
  const honest = await makeToken(registry);
  const secret = await forgeToken(true);
  expect(await registry.access.authenticate(secret)).toBeNull();
  expect(await alertsOf(registry)).toEqual(['entry 6 was not written by the registry']);
  expect((await registry.audit.verify()).problems[0]).toBe(
    'entry 6 was not written by the registry',
  );
  // The registry's next one takes its place.
  const more = await makeToken(registry);
  const expectOwn = async (each: Registry) => {
    expect(await each.access.authenticate(secret)).toBeNull();
    expect(await each.access.authenticate(honest.secret)).toMatchObject({ name: 'CI' });
    expect(await each.access.authenticate(more.secret)).toMatchObject({ name: 'CI' });
    expect(await alertsOf(each)).toEqual(['row 6 of audit was not written by the registry']);
  };
  await expectOwn(registry);
  await closeAll();
  await expectOwn(await open());
  await closeAll();
  // What is accepted then is the log, not what stands beside it.
  await force(`delete from token where name = 'Eve'`);
  await expectOwn(await open({ RELEASE_RESIGN: 'on' }));
});

it('a publisher does not become a manager, nor a token that is revoked or expired a good one', async () => {
  const registry = await open();
  const scope = { kind: 'publisher', app: 'mfe-a' } as const;
  const one = done(await registry.access.createToken(manager, { name: 'CI', scope, days: 9 }));
  const gone = await makeToken(registry);
  done(await registry.access.revokeToken(manager, gone.token.id));
  await eve
    .updateTable('token')
    .set({ scope: JSON.stringify({ kind: 'manager' }), revoked_at: null })
    .execute();
  for (const each of [registry, await open()]) {
    expect(await each.access.authenticate(one.secret)).toMatchObject({ scope });
    expect(await each.access.authenticate(gone.secret)).toBeNull();
  }
});

it.each([
  [
    'the newest entry',
    'delete from audit where sequence = 3; delete from log_entry where number = 3',
    'its end was cut off',
  ],
  ['the newest row alone', 'delete from audit where sequence = 3', 'entry 3 is missing'],
  ['the newest seal alone', 'delete from log_entry where number = 3', 'its end was cut off'],
  ['one in the middle', 'delete from audit where sequence = 2', 'entry 2 is missing'],
  ['its seal alone', 'delete from log_entry where number = 2', 'entry 2 is missing'],
  ['what it says', `update audit set detail = '{}' where sequence = 2`, 'entry 2 is not what'],
])(
  'a token is not good again once its revocation was taken out: %s',
  async (which, cut, problem) => {
    const registry = await open();
    const { token, secret } = await makeToken(registry);
    if (which.startsWith('the newest')) await makeToken(registry);
    done(await registry.access.revokeToken(manager, token.id));
    if (!which.startsWith('the newest')) await makeToken(registry);
    await closeAll();
    await force(cut, 'update token set revoked_at = null');
    const again = await open();
    expect(await again.access.authenticate(secret)).toBeNull();
    expect((await alertsOf(again))[0]).toContain(problem);
    // Who has the folder goes on.
    const { secret: made } = await makeToken(again);
    expect(await again.access.authenticate(made)).not.toBeNull();
  },
);

it('a token is good again once the entries after it, which were away for a look, are there again', async () => {
  const registry = await open();
  const { secret } = await makeToken(registry);
  await makeToken(registry);
  expect(await alertsOf(registry)).toEqual([]);
  await force(
    'create table away as select * from audit where sequence = 2',
    'create table away_seal as select * from log_entry where number = 2',
    'delete from log_entry where number = 2',
    'delete from audit where sequence = 2',
  );
  expect(await alertsOf(registry)).toEqual([
    'the log ends at entry 1 but once reached 2: its end was cut off',
  ]);
  expect(await registry.access.authenticate(secret)).toBeNull();
  await force(
    'insert into audit select * from away',
    'insert into log_entry select * from away_seal',
  );
  expect(await alertsOf(registry)).toEqual([]);
  expect(await registry.access.authenticate(secret)).not.toBeNull();
});

it('nor is one whose end was cut off and written anew, as far as it reached and further', async () => {
  const registry = await open();
  const { token, secret } = await makeToken(registry);
  done(await registry.access.revokeToken(manager, token.id));
  await force(
    'delete from audit where sequence = 2',
    'delete from log_entry where number = 2',
    'update token set revoked_at = null',
  );
  for (let entry = 1; entry <= 3; entry += 1) {
    expect(await registry.access.authenticate(secret)).toBeNull();
    await makeToken(registry);
  }
  expect(await registry.access.authenticate(secret)).toBeNull();
});

it('nor is one whose revocation an entry of somebody else’s takes the place of', async () => {
  const registry = await open();
  const { token, secret } = await makeToken(registry);
  done(await registry.access.revokeToken(manager, token.id));
  await registry.audit.check();
  const expectRefused = async () => {
    await registry.audit.check();
    expect(await registry.access.authenticate(secret)).toBeNull();
  };
  await force(
    'delete from audit where sequence > 1',
    'delete from log_entry where number > 1',
    'update token set revoked_at = null',
  );
  await expectRefused();
  for (let entry = 2; entry <= 3; entry += 1) {
    await forgeEntry('token-revoke', { id: 'another', name: 'CI' });
    await expectRefused();
  }
  // The registry goes on from there.
  await makeToken(registry);
  await expectRefused();
  await closeAll();
  expect(await (await open()).access.authenticate(secret)).toBeNull();
});

it('a revision that somebody wrote is neither live nor shown, and the registry’s own next one comes after its own', async () => {
  const registry = await open();
  await release(registry);
  const current = await registry.channel('production').current();
  const forged = { ...current, revision: 3, builds: { shell: buildOf(1) } };
  const sequence = await forgeEntry('change', { revision: forged });
  const body = JSON.stringify(forged);
  await sql`insert into revision values ('production', 3, ${sequence}, ${body}::jsonb)`.execute(
    eve,
  );
  for (const each of [registry, await open()]) {
    expect(await each.channel('production').current()).toEqual(current);
    expect(await each.channel('production').at(3)).toBeNull();
    const { revisions } = await each.channel('production').history({ limit: 9 });
    expect(revisions.map(({ revision }) => revision)).toEqual([2, 1]);
    expect(await alertsOf(each)).toEqual(['entry 5 was not written by the registry']);
  }
});

it('nor is one whose entry was changed together with its leaf, though all that followed stayed as it was', async () => {
  const registry = await open();
  await release(registry);
  const current = await registry.channel('production').current();
  await makeToken(registry);
  await closeAll();
  const row = await eve
    .selectFrom('audit')
    .innerJoin('log_entry', 'log_entry.sequence', 'audit.sequence')
    .select(['at', 'by', 'action', 'detail', 'salt', 'attestation'])
    .where('number', '=', 4)
    .executeTakeFirstOrThrow();
  const { at, by, action, salt, attestation } = row;
  const revision = { ...current, builds: { shell: buildOf(1) } };
  const detail = { ...row.detail, revision };
  const leaf = leafOf({ at: at.toISOString(), by, action, detail }, salt, attestation);
  await force(
    `update audit set detail = '${JSON.stringify(detail)}' where sequence = 4`,
    `update log_entry set leaf = '\\x${Buffer.from(leaf).toString('hex')}' where number = 4`,
    `update revision set body = '${JSON.stringify(revision)}' where revision = 2`,
  );
  const each = await open();
  expect(await each.channel('production').current()).toMatchObject({ revision: 1 });
  expect(await alertsOf(each)).toContain('entry 4 was not written by the registry');
});

it('nobody’s change is made from a revision or a lock that was changed in the database, nor is it shown', async () => {
  const registry = await open();
  await release(registry);
  for (const build of [1, 2]) await publish(registry, 'mfe-a', buildOf(build));
  done(await registry.channel('production').lock(manager, 'mfe-a', reason));
  await force(
    `update revision set body = jsonb_set(body, '{builds,shell}', '"${buildOf(1)}"') where revision = 2`,
    'delete from lock',
  );
  for (const each of [registry, await open()]) {
    const builds = { 'mfe-a': buildOf(1) };
    expect(
      await each.channel('production').change(manager, 2, { kind: 'promote', builds, reason }),
    ).toMatchObject({ ok: false, code: 'locked' });
    expect(await each.channel('production').current()).toMatchObject({
      builds: { shell: buildOf(2) },
    });
    const undo = { kind: 'undo', revision: 2, recall: false, reason } as const;
    await expect(each.channel('production').preview(manager, undo)).rejects.toThrow(
      'revision 2 of production is not what the log says',
    );
    const history = await each
      .channel('production')
      .history({ limit: 9 })
      .catch((error: unknown) => error);
    expect(isDamaged(history)).toBe(true);
  }
});

/** Where the webhook of a registry is told, and what; `answered`: when it answers. */
async function openHook(answered: Promise<void> = Promise.resolve()) {
  const told: unknown[] = [];
  const hook = createServer((request, response) => {
    void text(request).then(async (body) => {
      told.push(JSON.parse(body));
      await answered;
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(hook, 'listening');
  ends.push(() => new Promise((resolve) => hook.close(resolve)));
  const address = hook.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { told, webhook: { url: `http://127.0.0.1:${port}/` } };
}

it('what is changed in old entries is found while it runs, logged, and told to the webhook', async () => {
  const { told, webhook } = await openHook();
  const lines: string[] = [];
  const registry = await open({}, { webhook, log: (line) => lines.push(line) });
  await release(registry);
  expect(await alertsOf(registry)).toEqual([]);
  await force(`update audit set by = 'Eve' where sequence = 2`);
  expect(await alertsOf(registry)).toEqual(['entry 2 is not what was sealed']);
  expect(lines).toEqual(['History is not whole: entry 2 is not what was sealed.']);
  await expect
    .poll(() => told)
    .toMatchObject([{ kind: 'history', problems: ['entry 2 is not what was sealed'] }]);
});

it('what is changed while it looks is found by whoever asks then', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const { told, webhook } = await openHook(answered);
  const registry = await open({}, { webhook });
  await release(registry);
  await force(`update audit set by = 'Eve' where sequence = 2`);
  const before = registry.audit.check();
  await expect.poll(() => told).toHaveLength(1);
  await force(`update audit set by = 'Eve' where sequence = 1`);
  const alerts = alertsOf(registry);
  answer();
  expect(await alerts).toEqual([
    'entry 1 is not what was sealed',
    'entry 2 is not what was sealed',
  ]);
  await before;
});

it('a log whose end was cut off is known by the checkpoint in the folder, also when it was written on', async () => {
  const registry = await open();
  await release(registry);
  await registry.channel('production').current();
  await closeAll();
  const file = join(folder, 'release-log.checkpoint');
  expect(await readFile(file, 'utf8')).toMatch(
    /^[0-9a-f]{12}\.releases\.tallystick\n4\n[^\n]{44}\n\n— [0-9a-f]{12}\.releases\.tallystick \S+\n$/,
  );
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await force(
    'delete from revision where revision = 2',
    'delete from audit where sequence = 4',
    'delete from log_entry where number = 4',
  );
  const cut = await open();
  expect(await alertsOf(cut)).toEqual([
    'the log ends at entry 3 but once reached 4: its end was cut off',
  ]);
  await makeToken(cut);
  await makeToken(cut);
  const forked = ['entry 4 has changed: the end of the log was cut off and rewritten'];
  expect(await alertsOf(cut)).toEqual(forked);
  await closeAll();
  expect(await alertsOf(await open())).toEqual(forked);
  await closeAll();
  const accepted = await open({ RELEASE_RESIGN: 'on' });
  expect(await alertsOf(accepted)).toEqual([]);
  await closeAll();
  expect(await alertsOf(await open())).toEqual([]);
});

it('what signs cookies and kept pages cannot be had from the database', async () => {
  const registry = await open();
  const secret = Buffer.from(registry.secret('browsers'));
  expect(Buffer.from((await open()).secret('browsers')).equals(secret)).toBe(true);
  expect(Buffer.from(registry.secret('pages')).equals(secret)).toBe(false);
  const { rows } = await sql`select * from secret`.execute(eve);
  expect(rows).toEqual([]);
});
