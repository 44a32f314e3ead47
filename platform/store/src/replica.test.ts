import { tmpdir } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actingFor } from './caller.ts';
import { type Notes, notes } from './notes.testing.ts';
import {
  type PostgresServer,
  type Replica,
  startPostgres,
  startReplica,
} from './postgres-server.testing.ts';
import { readFromReplica } from './replica.ts';
import type { ReplicaState } from './replica-state.ts';
import { openStore, type Store } from './store.ts';
import { startWay } from './way.testing.ts';

const position = { text: 'select coalesce(max(id), 0) as n from note' };
const servedBy = { text: 'select pg_is_in_recovery() as replica' };

describe('a store with a replica', () => {
  let primary: PostgresServer;
  let standby: Replica;
  let store: Store<Notes>;
  let states: ReplicaState[];
  beforeAll(async () => {
    primary = await startPostgres();
    await open(`${primary.url}postgres`).then(({ close }) => close());
    standby = await startReplica(primary);
  });
  afterAll(async () => {
    await standby.end();
    await primary.end();
  });
  beforeEach(async () => {
    await standby.start();
    states = [];
    store = readFromReplica(await open(`${primary.url}postgres`), notes, {
      url: `${standby.url}postgres`,
      position,
      onState: (state) => states.push(state),
    });
    // Opens the connections for all that follows: on a busy machine that may take too long, and the primary would be
    // read instead.
    await expect
      .poll(() => Promise.all([replicaServes(), replicaServes(), replicaServes()]))
      .toEqual([true, true, true]);
    states.length = 0;
  });
  afterEach(async () => {
    standby.goOn();
    await standby.follow().catch(() => {});
    await store.close();
  });

  async function open(url: string): Promise<Store<Notes>> {
    const opened = await openStore<Notes>(notes, { DATA_DIR: tmpdir(), DATABASE_URL: url });
    if (!opened.ok) throw new Error(opened.problem);
    return opened.value;
  }

  /** What somebody reads who has seen the store as of `seen`. */
  const asCaller = <T>(read: () => Promise<T>, seen?: number): Promise<T> =>
    actingFor(
      { client: 'reader', gone: new AbortController().signal, ...(seen && { seen }) },
      read,
    );
  const replicaServes = async (seen?: number) =>
    (await asCaller(() => store.query<{ replica: boolean }>(servedBy, []), seen))[0]?.replica;
  const write = async (text: string): Promise<number> => {
    const note = await store.db
      .insertInto('note')
      .values({ text })
      .returning('id')
      .executeTakeFirstOrThrow();
    return Number(note.id);
  };

  it('reads for callers from the replica, and for itself from the primary', async () => {
    expect(await replicaServes()).toBe(true);
    expect(await store.query(servedBy, [])).toEqual([{ replica: false }]);
    const snapshotServedBy = async () => {
      const snapshot = await asCaller(() => store.openSnapshot());
      const rows = await asCaller(() => snapshot.query(servedBy, []));
      await snapshot.release();
      return rows;
    };
    // A replica that has been slow for a moment is away for another.
    await expect.poll(snapshotServedBy).toEqual([{ replica: true }]);
  });

  it('never shows less than was seen, while the replica does not go on', async () => {
    await standby.stay();
    const id = await write('new');
    const texts = { text: 'select text from note where id = $1' };
    expect(await asCaller(() => store.query(texts, [id]), id)).toEqual([{ text: 'new' }]);
    // From the replica, unless that has been slow for a moment.
    await expect.poll(() => asCaller(() => store.query(texts, [id]))).toEqual([]);
    await standby.follow();
    await expect.poll(() => replicaServes(id)).toBe(true);
    expect(await asCaller(() => store.query(texts, [id]), id)).toEqual([{ text: 'new' }]);
  });

  it('reads everything of one caller from one server, whatever happens meanwhile', async () => {
    await standby.stay();
    const id = await write('later');
    const served = await asCaller(async () => {
      const first = await store.query(servedBy, []);
      await standby.follow();
      await expect.poll(() => replicaServes(id)).toBe(true);
      return [...first, ...(await store.query(servedBy, []))];
    }, id);
    expect(served).toEqual([{ replica: false }, { replica: false }]);
  });

  it('goes on at the primary when the replica ends, also in the middle of a statement', async () => {
    const asked = asCaller(() =>
      store.query<{ replica: boolean }>(
        {
          text: 'select pg_is_in_recovery() as replica, pg_sleep(case when pg_is_in_recovery() then 60 else 0 end)::text',
        },
        [],
      ),
    );
    const sleeping = `
      select from pg_stat_activity where wait_event = 'PgSleep'`;
    await expect.poll(() => standby.query(sleeping)).toHaveLength(1);
    await standby.stop();
    expect((await asked)[0]?.replica).toBe(false);
    expect(await replicaServes()).toBe(false);
    await expect.poll(() => states.at(-1)).toBe('away');
    await standby.start();
    await expect.poll(() => states.at(-1)).toBe('in use');
    await expect.poll(() => replicaServes()).toBe(true);
  });

  it('reads the rest of one caller from the primary once the replica has failed it', async () => {
    const failing = {
      text: 'select case when pg_is_in_recovery() then pg_terminate_backend(pg_backend_pid()) end',
    };
    const served = await asCaller(async () => {
      await store.query(failing, []);
      return await store.query(servedBy, []);
    });
    expect(served).toEqual([{ replica: false }]);
  });

  it('goes on at the primary while the replica stands still, and comes back to it', async () => {
    await standby.standStill();
    const [served, snapshot] = await Promise.all([
      replicaServes(),
      asCaller(() => store.openSnapshot()),
    ]);
    expect(served).toBe(false);
    expect(await asCaller(() => snapshot.query(servedBy, []))).toEqual([{ replica: false }]);
    await snapshot.release();
    expect(states.at(-1)).toBe('away');
    expect(await replicaServes()).toBe(false);
    standby.goOn();
    await expect.poll(() => states.at(-1)).toBe('in use');
    await expect.poll(() => replicaServes()).toBe(true);
  });

  it('stays in use when somebody leaves who has seen more than it has', async () => {
    const caller = { client: 'reader', gone: AbortSignal.abort(), seen: (await write('new')) + 1 };
    const asked = actingFor(caller, () => store.query(servedBy, []));
    await expect(asked).rejects.toThrow('Who asked has gone.');
    expect(states).toEqual([]);
  });

  it('writes again after its address led to the replica for a moment', async () => {
    const way = await startWay(primary);
    const { query, db, close } = await open(way.url);
    const atReplica = way.leadTo(standby);
    way.cut();
    const read = query(servedBy, []);
    await atReplica;
    void way.leadTo(primary);
    await read;
    await db.insertInto('note').values({ text: 'after the failover' }).execute();
    expect(await read).toEqual([{ replica: false }]);
    await close();
    way.end();
  });
});
