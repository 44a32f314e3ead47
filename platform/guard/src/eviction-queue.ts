import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { SharedNetwork } from './network.ts';

/**
 * The phases of a connection, in the order in which connections are evicted when there are too many. A connection
 * that was opened just now goes after all others.
 *
 * - `new`: no head of a request has come.
 * - `idle`: it is kept alive for the next request.
 * - `receiving`: a body is being received.
 * - `waiting`: its request waits for its turn.
 * - `stalled`: the client does not read its answer.
 * - `busy`: an answer is being made or sent; it is never evicted.
 */
const phases = ['new', 'idle', 'receiving', 'waiting', 'stalled', 'busy'] as const;
export type Phase = (typeof phases)[number];

/** A connection of a server. */
export interface Connection {
  readonly socket: Socket;
  /** The client's network, and the larger ones that it is in. None: a proxy's, which many clients share. */
  readonly networks: readonly SharedNetwork[];
  phase: Phase;
  /** When its phase began, by `performance.now()`. */
  since: number;
  /** Answers that are not sent completely. */
  readonly underWay: Set<ServerResponse>;
  /** Its requests that wait for their turn; `leave` ends that. */
  readonly waits: Set<{ leave(): void }>;
  /** Handles its requests that follow one that is not answered yet, in their order; each is called once. */
  readonly later: (() => void)[];
}

export function newConnection(socket: Socket, networks: readonly SharedNetwork[]): Connection {
  return {
    socket,
    networks,
    phase: 'new',
    since: 0,
    underWay: new Set(),
    waits: new Set(),
    later: [],
  };
}

export type EvictionQueue = ReturnType<typeof openEvictionQueue>;

/**
 * Connections by phase; in each phase, the oldest first.
 *
 * @param arriving milliseconds for which a new connection is spared
 */
export function openEvictionQueue(arriving: number) {
  const of = {
    new: new Set<Connection>(),
    idle: new Set<Connection>(),
    receiving: new Set<Connection>(),
    waiting: new Set<Connection>(),
    stalled: new Set<Connection>(),
    busy: new Set<Connection>(),
  };
  return {
    of,
    /** How many have no request under way. */
    atRest: () => of.new.size + of.idle.size,
    /** The one at rest to evict next; null: all of these came to rest less than so many milliseconds ago. */
    nextAtRest(milliseconds: number): Connection | null {
      const latest = performance.now() - milliseconds;
      for (const [first] of [of.new, of.idle]) {
        if (first !== undefined && first.since <= latest) return first;
      }
      return null;
    },
    size: () => phases.reduce((sum, phase) => sum + of[phase].size, 0),
    /** The connection to evict next; null: all are busy. */
    next(): Connection | null {
      for (const phase of phases) {
        if (phase === 'busy') break;
        const [first] = of[phase];
        const isArriving = phase === 'new' && performance.now() - (first?.since ?? 0) < arriving;
        if (first !== undefined && !isArriving) return first;
      }
      const [first = null] = of.new;
      return first;
    },
  };
}
