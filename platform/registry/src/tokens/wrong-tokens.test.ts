import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WrongTokens } from '../registry.ts';
import { never, type OpenedRegistry, testRegistries } from '../store/test-registries.testing.ts';

const openTestRegistry = testRegistries();
describe('wrong tokens', () => {
  let opened: OpenedRegistry;
  let wrong: WrongTokens;
  let now: number;
  beforeEach(async () => {
    now = 1_000_000;
    await open();
  });
  afterEach(() => opened.registry.close());

  async function open(expiryPace = never): Promise<void> {
    opened = await openTestRegistry({ now: () => now, expiryPace });
    wrong = opened.registry.access.wrongTokens;
  }
  /** What is swept by the time before the clock went back may be all that was counted since. */
  async function openSwept(): Promise<void> {
    await opened.registry.close();
    await open(20);
  }

  const times = async (n: number, network: string) => {
    for (let i = 0; i < n; i += 1) await wrong.count(network);
  };

  it('may be twenty at once, then one each three seconds', async () => {
    await times(19, '192.0.2.1');
    expect(await wrong.wait('192.0.2.1')).toBe(0);
    await times(1, '192.0.2.1');
    expect(await wrong.wait('192.0.2.1')).toBe(3);
    expect(await wrong.wait('192.0.2.2')).toBe(0);
    now += 3_000;
    expect(await wrong.wait('192.0.2.1')).toBe(0);
    await times(1, '192.0.2.1');
    expect(await wrong.wait('192.0.2.1')).toBe(3);
    now += 60_000;
    await times(19, '192.0.2.1');
    expect(await wrong.wait('192.0.2.1')).toBe(0);
  });

  it('make nobody wait longer than a minute, whatever the clock does', async () => {
    await times(100, '192.0.2.1');
    expect(await wrong.wait('192.0.2.1')).toBe(3);
    now -= 600_000;
    expect(await wrong.wait('192.0.2.1')).toBe(0);
    await times(20, '192.0.2.1');
    expect(await wrong.wait('192.0.2.1')).toBe(3);
  });

  it('are kept without addresses, and no longer than they count', async () => {
    await openSwept();
    await times(2, '192.0.2.1');
    const rows = () => opened.store.db.selectFrom('wrong_token').selectAll().execute();
    expect((await rows()).map(({ network }) => network.length)).toEqual([32]);
    now += 6_000;
    await expect.poll(rows).toEqual([]);
  });

  it('are remembered of ten thousand networks, those that wait longest', async () => {
    await openSwept();
    await sql`
        insert into wrong_token (network, settled_at)
        select int4send(n), to_timestamp(5000 + n) from generate_series(1, 10001) as n`.execute(
      opened.store.db,
    );
    const least = async () => {
      const { rows } = await sql<{ rows: number; least: Date }>`
          select count(*) as rows, min(settled_at) as least from wrong_token`.execute(
        opened.store.db,
      );
      return rows;
    };
    await expect.poll(least).toEqual([{ rows: 10_000, least: new Date(5_002_000) }]);
  });
});
