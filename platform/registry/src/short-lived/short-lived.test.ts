import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ShortLived } from '../registry.ts';
import { type OpenedRegistry, testRegistries } from '../store/test-registries.testing.ts';

const openTestRegistry = testRegistries();
describe('what is found by a secret for a while', () => {
  let opened: OpenedRegistry;
  let kept: ShortLived;
  let now: number;
  beforeEach(async () => {
    now = 1_000_000;
    opened = await openTestRegistry({ now: () => now, expiryPace: 20 });
    kept = opened.registry.shortLived;
  });
  afterEach(() => opened.registry.close());

  const issueMany = async (n: number, owner: (n: number) => string) => {
    const secrets: string[] = [];
    for (let i = 0; i < n; i += 1) {
      secrets.push(await kept.issue('console-session', 'x', owner(i)));
    }
    return secrets;
  };
  const count = async () =>
    (await opened.store.db.selectFrom('short_lived').select('id').execute()).length;

  it('is found by its secret and kind alone, and changed by them', async () => {
    const secret = await kept.issue('preview', 'one', '');
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(await kept.find('preview', secret)).toBe('one');
    expect(await kept.find('preview-ticket', secret)).toBeNull();
    expect(await kept.find('preview', '')).toBeNull();
    expect(await kept.find('preview', 'x'.repeat(43))).toBeNull();
    expect(await kept.change('preview', secret, 'two')).toBe(true);
    expect(await kept.find('preview', secret)).toBe('two');
    expect(await kept.change('preview', 'x'.repeat(43), 'three')).toBe(false);
  });

  it('is taken once, of many who try at the same time', async () => {
    const ticket = await kept.issue('preview-ticket', 'target', 'maria');
    const taken = await Promise.all(
      Array.from({ length: 10 }, () => kept.take('preview-ticket', ticket)),
    );
    expect(taken.filter((value) => value !== null)).toEqual(['target']);
    expect(await kept.find('preview-ticket', ticket)).toBeNull();
  });

  it.each([
    ['preview-ticket', 60_000],
    ['preview', 3_600_000],
    ['console-session', 43_200_000],
  ] as const)('of kind %s ends after %d ms, and is then deleted', async (kind, life) => {
    const [one, other] = [await kept.issue(kind, 'x', ''), await kept.issue(kind, 'x', '')];
    now += life - 1;
    expect(await kept.take(kind, one)).toBe('x');
    expect(await kept.find(kind, other)).toBe('x');
    now += 1;
    expect(await kept.find(kind, other)).toBeNull();
    expect(await kept.change(kind, other, 'y')).toBe(false);
    await expect.poll(count).toBe(0);
  });

  it('holds no more if somebody has changed the row, or moved it to another', async () => {
    const { db } = opened.store;
    const [own, other] = await issueMany(2, (n) => `token-${n}`);
    await sql`update short_lived set value = 'manager' where owner = 'token-0'`.execute(db);
    expect(await kept.find('console-session', own ?? '')).toBeNull();
    await sql`update short_lived set expires_at = expires_at + interval '1 day' where owner = 'token-1'`.execute(
      db,
    );
    expect(await kept.find('console-session', other ?? '')).toBeNull();
  });

  it('is not in the store by its secret', async () => {
    const secret = await kept.issue('preview', 'x', '');
    const { rows } = await sql<{ row: string }>`
        select short_lived::text || encode(id, 'base64') || encode(mac, 'base64') as row
        from short_lived`.execute(opened.store.db);
    const bytes = Buffer.from(secret, 'base64url');
    expect(rows).toHaveLength(1);
    for (const form of [secret, bytes.toString('base64'), bytes.toString('hex')]) {
      expect(rows[0]?.row).not.toContain(form);
    }
  });

  /** Puts rows of sessions into the store, the oldest of the first owner. */
  const seed = (n: number, owners: number) =>
    sql`
        insert into short_lived (kind, id, owner, value, mac, expires_at)
        select 'console-session', int4send(n), 't' || n % ${owners}::integer, '', '', to_timestamp(50000)
        from generate_series(0, ${n - 1}::integer) as n order by n`.execute(opened.store.db);
  const ownersOf = async (owner: string) =>
    (
      await opened.store.db
        .selectFrom('short_lived')
        .select('id')
        .where('owner', '=', owner)
        .orderBy('number')
        .execute()
    ).map(({ id }) => Buffer.from(id).readInt32BE(0));

  it('is at most a thousand of a kind, the newest', async () => {
    await seed(1_000, 1_000);
    const newest = await kept.issue('console-session', 'x', 'maria');
    expect([await count(), await ownersOf('t0'), await ownersOf('t1')]).toEqual([1_000, [], [1]]);
    expect(await kept.find('console-session', newest)).toBe('x');
  });

  it('of one owner takes no place of another', async () => {
    const [maria = ''] = await issueMany(1, () => 'maria');
    const publisher = await issueMany(30, () => 'publisher');
    expect(await kept.find('console-session', maria)).toBe('x');
    const found = await Promise.all(publisher.map((one) => kept.find('console-session', one)));
    expect(found.map((value) => value !== null)).toEqual([
      ...Array.from({ length: 10 }, () => false),
      ...Array.from({ length: 20 }, () => true),
    ]);
  });

  it('goes from who has most when there is no room', async () => {
    const single = await kept.issue('console-session', 'x', 'maria');
    // Ten of each but `t99`, who has nine.
    await seed(999, 100);
    const newest = await kept.issue('console-session', 'x', 'ann');
    expect(await count()).toBe(1_000);
    expect(await ownersOf('t0')).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900]);
    expect(await ownersOf('t99')).toHaveLength(9);
    for (const secret of [single, newest]) {
      expect(await kept.find('console-session', secret)).toBe('x');
    }
  });

  it('a nonce is claimed once, until it is forgotten', async () => {
    const claimed = await Promise.all(Array.from({ length: 10 }, () => kept.claim('one')));
    expect(claimed.filter(Boolean)).toHaveLength(1);
    expect(await kept.claim('other')).toBe(true);
    now += 179_999;
    expect(await kept.claim('one')).toBe(false);
    now += 1;
    await expect.poll(count).toBe(0);
  });

  it('of nonces a hundred thousand are remembered', async () => {
    // A statement has a limit of time.
    for (const first of [1, 25_001, 50_001, 75_001, 100_001]) {
      const last = Math.min(first + 24_999, 100_007);
      await sql`
          insert into short_lived (kind, id, owner, value, mac, expires_at)
          select 'nonce', int4send(n), '', '', '', to_timestamp(5000)
          from generate_series(${first}::integer, ${last}::integer) as n`.execute(opened.store.db);
    }
    await expect.poll(count).toBe(100_000);
  });
});
