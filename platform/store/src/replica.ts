import { type Caller, currentWork } from './caller.ts';
import type { Connections, Statement } from './connections.ts';
import type { Definition } from './definition.ts';
import { codeOf } from './error-code.ts';
import { openPool, type PoolOptions } from './pool.ts';
import { answerMs, type ReplicaState, watchReplica } from './replica-state.ts';
import type { Store } from './store.ts';
import { isUnreachable } from './unreachable.ts';

const connectMs = 1_000;

export interface ReplicaOptions extends Pick<PoolOptions, 'budget'> {
  url: string;
  /** Reads how far the database is, as `n`: a number that only grows. */
  position: Statement;
  onState(state: ReplicaState): void;
}

interface Position {
  n: number;
}

type Reads = Pick<Connections<unknown>, 'query' | 'openSnapshot'>;

/**
 * The same store, whose reads for callers go to a streaming replica of it (hot standby) at `url`. They go to the
 * primary while the replica is away or far behind. So do those of a caller that has `seen` what the replica does not
 * have yet. All reads of one caller, so of one request, go to the same server: otherwise the next statement could
 * miss what one has found. The process's own reads and all writes go to the primary.
 */
export function readFromReplica<Database>(
  primary: Store<Database>,
  definition: Pick<Definition, 'schema'>,
  { url, position, onState, budget }: ReplicaOptions,
): Store<Database> {
  const settings = { budget, restartMs: 0, connectMs, writes: false };
  const pool = openPool<Database>(url, definition, settings);
  /** Without the queue: the check is for no client, and must not wait behind statements that hang. */
  async function look(): Promise<number> {
    const client = await pool.pool.connect();
    let answered = false;
    try {
      const asked = { ...position, query_timeout: answerMs };
      const { rows } = await client.query<Position>(asked);
      answered = true;
      return numberIn(rows);
    } finally {
      client.release(!answered);
    }
  }
  const watch = watchReplica({
    primary: async () => numberIn(await primary.query<Position>(position, [])),
    replica: look,
    onState,
  });
  const chosen = new WeakMap<Caller, Promise<Reads>>();
  const choose = async (caller: Caller): Promise<Reads> =>
    (await watch.has(caller.seen ?? 0)) ? pool : primary;

  async function read<Result>(work: (reads: Reads) => Promise<Result>): Promise<Result> {
    const { caller } = currentWork();
    if (caller === undefined) return work(primary);
    const choice = chosen.get(caller) ?? choose(caller);
    chosen.set(caller, choice);
    const reads = await choice;
    try {
      return await work(reads);
    } catch (error) {
      if (reads === primary || !isOfReplica(error)) throw error;
      chosen.set(caller, Promise.resolve(primary));
      return await work(primary);
    }
  }

  return {
    ...primary,
    query: (statement, values) => read(({ query }) => query(statement, values)),
    openSnapshot: () => read(({ openSnapshot }) => openSnapshot()),
    retryAfter: (client) => Math.max(primary.retryAfter(client), pool.retryAfter(client)),
    close: async () => {
      await watch.stop();
      await pool.end();
      await primary.close();
    },
  };
}

const numberIn = ([row]: readonly Position[]): number => Number(row?.n ?? 0);

/** Whether the replica is away, hangs, or ended a statement that conflicts with its replay (40001). */
const isOfReplica = (error: unknown): boolean => isUnreachable(error) || codeOf(error) === '40001';
