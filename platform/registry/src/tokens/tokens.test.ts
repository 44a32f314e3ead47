import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesOnDisk } from '../files/disk.ts';
import {
  buildOf,
  done,
  draftOf,
  manager,
  publish,
  publisherOf,
  upload,
} from '../registry.testing.ts';
import type { Registry } from '../registry.ts';
import { type OpenedRegistry, testRegistries } from '../store/test-registries.testing.ts';

const day = 86_400_000;
const scope = { kind: 'publisher', app: 'mfe-a' } as const;

const openTestRegistry = testRegistries();
describe('a token', () => {
  let opened: OpenedRegistry;
  let registry: Registry;
  let now: number;
  beforeEach(async () => {
    now = Date.UTC(2026, 10, 21);
    opened = await openTestRegistry({ now: () => now });
    registry = opened.registry;
  });
  afterEach(() => registry.close());

  const make = async (days = 2) =>
    done(await registry.access.createToken(manager, { name: 'CI of A', scope, days }));
  const lastUse = async () => done(await registry.access.tokens(manager))[0]?.lastUsedAt;

  it('stands for who it was made for, by its secret', async () => {
    const { token, secret } = await make();
    expect(secret).toMatch(/^tsr_[0-9a-f]{16}_[\w-]{43}$/);
    expect(token).toEqual({
      id: secret.slice(4, 20),
      name: 'CI of A',
      scope,
      createdAt: '2026-11-21T00:00:00.000Z',
      createdBy: 'Ann',
      expiresAt: '2026-11-23T00:00:00.000Z',
      revokedAt: null,
      lastUsedAt: null,
    });
    const actor = { tokenId: token.id, name: 'CI of A', scope };
    expect(await registry.access.authenticate(secret)).toEqual(actor);
    expect(await registry.access.actorOf(token.id)).toEqual(actor);
  });

  it('may be for the apps of a team, and for no other', async () => {
    const others = ['mfe-b'];
    const made = done(
      await registry.access.createToken(manager, {
        name: 'CI of A and B',
        scope: { ...scope, others },
        days: 2,
      }),
    );
    expect(done(await registry.access.tokens(manager))).toMatchObject([{ scope: { others } }]);
    const team = await registry.access.authenticate(made.secret);
    if (team === null) throw new Error('nobody');
    for (const app of ['mfe-a', 'mfe-b']) {
      await publish(registry, app, buildOf(1), {}, team);
    }
    const bytes = new Uint8Array();
    expect(await registry.putFile(team, 'mfe-c', buildOf(1), 'a.js', bytes)).toEqual({
      ok: false,
      code: 'forbidden',
      problem: 'the token "CI of A and B" is for mfe-a, mfe-b alone, not for mfe-c',
    });
    expect(await registry.access.tokens(team)).toMatchObject({ code: 'forbidden' });
    const change = { kind: 'promote', builds: { shell: buildOf(1) }, reason: 'all' } as const;
    expect(await registry.channel('production').change(team, 0, change)).toMatchObject({
      code: 'forbidden',
    });
    expect(await registry.audit.verify()).toMatchObject({ ok: true });
  });

  it('is not kept as it is, nor told again', async () => {
    const { secret } = await make();
    const rows = await opened.store.db.selectFrom('token').selectAll().execute();
    const tables = JSON.stringify([rows, await registry.audit.entries({ limit: 9 })]);
    expect(tables).not.toContain(secret.slice(21));
    expect(rows[0]?.hash).toHaveLength(32);
    expect(JSON.stringify(await registry.access.tokens(manager))).not.toContain('hash');
  });

  it.each([
    [
      'another end',
      (secret: string) => `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`,
    ],
    ['another id', (secret: string) => `tsr_${'0'.repeat(16)}${secret.slice(20)}`],
    ['no prefix', (secret: string) => secret.slice(4)],
    ['more behind it', (secret: string) => `${secret}A`],
    ['its id alone', (secret: string) => secret.slice(0, 20)],
    ['nothing', () => ''],
  ])('is not good with %s', async (_what, spoil) => {
    const { secret } = await make();
    expect(await registry.access.authenticate(spoil(secret))).toBeNull();
    expect(await lastUse()).toBeNull();
  });

  it('is good until it expires', async () => {
    const { token, secret } = await make(2);
    now += 2 * day - 1;
    expect(await registry.access.authenticate(secret)).not.toBeNull();
    expect(registry.access.endedAt(secret)).toBeNull();
    now += 1;
    expect(await registry.access.authenticate(secret)).toBeNull();
    expect(await registry.access.actorOf(token.id)).toBeNull();
    expect(registry.access.endedAt(secret)).toBe('2026-11-23T00:00:00.000Z');
    // The id alone tells nothing.
    expect(registry.access.endedAt(`${secret.slice(0, 21)}${'A'.repeat(43)}`)).toBeNull();
  });

  it('is good until it is revoked', async () => {
    const { token, secret } = await make();
    now += 1_000;
    const revoked = { ...token, revokedAt: '2026-11-21T00:00:01.000Z' };
    expect(await registry.access.revokeToken(manager, token.id)).toEqual({
      ok: true,
      value: revoked,
    });
    expect(await registry.access.authenticate(secret)).toBeNull();
    expect(await registry.access.actorOf(token.id)).toBeNull();
    now += 1_000;
    expect(await registry.access.revokeToken(manager, token.id)).toEqual({
      ok: true,
      value: revoked,
    });
    expect(await registry.access.revokeToken(manager, 'none')).toMatchObject({ code: 'unknown' });
  });

  it('that is revoked while its build is published publishes nothing', async () => {
    const files = filesOnDisk(join(opened.folder, 'revoked'));
    let end = async () => {};
    const keep: typeof files.artifacts.keep = async (...file) => {
      await end();
      return await files.artifacts.keep(...file);
    };
    const artifacts = { ...files.artifacts, keep };
    const { registry: other } = await openTestRegistry({ files: { ...files, artifacts } });
    const { token } = done(
      await other.access.createToken(manager, { name: 'CI of A', scope, days: 2 }),
    );
    const actor = await other.access.actorOf(token.id);
    if (actor === null) throw new Error('nobody');
    const build = buildOf(1);
    await upload(other, 'mfe-a', build, draftOf('mfe-a', build), actor);
    end = async () => void done(await other.access.revokeToken(manager, token.id));
    expect(await other.publish(actor, 'mfe-a', build)).toMatchObject({ code: 'unauthorized' });
    expect(await other.build('mfe-a', build)).toBeNull();
    expect(await other.audit.entries({ limit: 1 })).toMatchObject([{ action: 'token-revoke' }]);
    expect(await other.audit.verify()).toMatchObject({ ok: true });
  });

  it('may revoke itself, and moves nothing afterwards', async () => {
    const { token } = done(
      await registry.access.createToken(manager, {
        name: 'Bea',
        scope: { kind: 'manager' },
        days: 2,
      }),
    );
    const actor = await registry.access.actorOf(token.id);
    if (actor === null) throw new Error('nobody');
    await publish(registry, 'shell', buildOf(1), { kind: 'shell' });
    done(await registry.access.revokeToken(actor, token.id));
    const builds = { shell: buildOf(1) };
    const change = { kind: 'promote', builds, reason: 'the start' } as const;
    expect(await registry.channel('production').change(actor, 0, change)).toMatchObject({
      code: 'unauthorized',
    });
    expect(await registry.channel('production').current()).toBeNull();
  });

  it('tells when it was last used, to the minute', async () => {
    const { secret } = await make();
    await registry.access.authenticate(secret);
    expect(await lastUse()).toBe('2026-11-21T00:00:00.000Z');
    now += 59_999;
    await registry.access.authenticate(secret);
    expect(await lastUse()).toBe('2026-11-21T00:00:00.000Z');
    now += 1;
    await registry.access.authenticate(secret);
    expect(await lastUse()).toBe('2026-11-21T00:01:00.000Z');
  });

  it('that is revoked tells still when it was last used', async () => {
    const { token, secret } = await make();
    await registry.access.authenticate(secret);
    const lastUsedAt = '2026-11-21T00:00:00.000Z';
    for (const _again of [1, 2]) {
      expect(done(await registry.access.revokeToken(manager, token.id))).toMatchObject({
        lastUsedAt,
      });
    }
  });

  it('has a name that no other good one has, so that history can tell them apart', async () => {
    const ben = { ...manager, tokenId: 'of-ben' };
    const create = () => registry.access.createToken(ben, { name: 'maria', scope, days: 1 });
    const { token } = done(await create());
    expect(await create()).toMatchObject({
      code: 'taken',
      problem:
        'There is a good token named maria already, and history could not tell the two apart.',
    });
    done(await registry.access.revokeToken(ben, token.id));
    done(await create());
    now += day;
    done(await create());
  });

  it('is a manager’s business', async () => {
    const team = publisherOf('mfe-a');
    const { token } = await make();
    const refused = { ok: false, code: 'forbidden' };
    expect(await registry.access.tokens(team)).toMatchObject(refused);
    expect(await registry.access.createToken(team, { name: 'x', scope, days: 1 })).toMatchObject(
      refused,
    );
    expect(await registry.access.revokeToken(team, token.id)).toMatchObject(refused);
    expect(done(await registry.access.tokens(manager))).toEqual([token]);
  });
});
