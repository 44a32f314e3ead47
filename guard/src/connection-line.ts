import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How far a connection is, in the order in which connections are given up when there are too many:
 * no head of a request has come, for a while; it is kept for the next request; a body is on its way;
 * its request waits for its turn; the client does not take its answer; an answer is being made or
 * sent. The last are never given up. One that is only just new goes after all others.
 */
const phases = ['new', 'idle', 'receiving', 'waiting', 'stalled', 'busy'] as const;
export type Phase = (typeof phases)[number];

/** A connection of a server. */
export interface Connection {
  readonly socket: Socket;
  /** Whose it is; null: a proxy's, behind which is anybody. */
  readonly client: string | null;
  phase: Phase;
  /** When it came into its phase, as `performance.now()` says. */
  since: number;
  /** Of requests that are not answered yet, or not wholly. */
  readonly underWay: Set<ServerResponse>;
  /** Leave the turns that are waited for. */
  readonly waits: Set<{ leave(): void }>;
}

/** Connections by phase, and in each the one first that is longest in it. */
export interface Line {
  readonly of: Readonly<Record<Phase, Set<Connection>>>;
  size(): number;
  /** The one to give up; null: all are at work. */
  leastWorth(): Connection | null;
}

/** @param arriving milliseconds for which a connection is just new */
export function openLine(arriving: number): Line {
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
    size: () => phases.reduce((sum, phase) => sum + of[phase].size, 0),
    leastWorth() {
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
