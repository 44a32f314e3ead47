import type { Result } from '@tallystick/contract/result';
import { mostOf } from '@tallystick/guard/fair-share';
import { networkOf, type SharedNetwork, sharersOf } from '@tallystick/guard/network';

export type RunningExportLimits = typeof usualLimits;

export const usualLimits = {
  /** How many exports may run at the same time; each holds a snapshot of PostgreSQL. */
  atOnce: 4,
  /** How many of these one client may have; beyond its first only while two slots are free. */
  perClient: 2,
  /**
   * An export that is read at less than `pace` bytes a second gives its slot to a client that has
   * none. It keeps the slot for at least `grace` milliseconds. It is ended in any case once its
   * reader alone was waited for during `grace` milliseconds and took less than `minPace`.
   */
  grace: 30_000,
  pace: 262_144,
  minPace: 8_192,
};

/** Why an export cannot begin now: there are too many of everybody, or of this client. */
export type TooMany = 'of all' | 'of yours';

/** What an export holds while it runs. */
export interface ExportSlot {
  /** Call once, when it is over. */
  leave(): void;
  /** Counts bytes that the reader has taken. */
  took(bytes: number): void;
  /** Awaits what the ledger gives; that time does not count against the reader. */
  awaits<T>(coming: Promise<T>): Promise<T>;
}

interface Export {
  networks: readonly SharedNetwork[];
  since: number;
  bytes: number;
  /**
   * Milliseconds for which the ledger was waited for, without the wait that began at `awaiting`.
   */
  awaited: number;
  awaiting: number | null;
  end: () => void;
}

/**
 * Limits the exports that run at the same time.
 *
 * @param now milliseconds, of a clock that only goes forward
 */
export function openRunningExports(
  { atOnce, perClient, grace, pace, minPace }: RunningExportLimits,
  now = () => performance.now(),
) {
  const exports = new Set<Export>();
  const heldFor = ({ since }: Export) => now() - since;
  const waitedFor = (one: Export) => (one.awaiting ?? now()) - one.since - one.awaited;
  const slowerThan = (minimum: number, timeOf: (one: Export) => number) => {
    const paceOf = (one: Export) => (one.bytes * 1_000) / timeOf(one);
    return [...exports]
      .filter((one) => timeOf(one) > grace && paceOf(one) < minimum)
      .toSorted((one, other) => paceOf(one) - paceOf(other));
  };
  const finish = (one: Export) => {
    exports.delete(one);
    one.end();
  };

  return {
    /** `end` is called if the export has to give its slot to another; it leaves at once. */
    enter(ip: string, end: () => void): Result<ExportSlot, { ok: false; code: TooMany }> {
      const client = networkOf(ip);
      const networks = sharersOf(client);
      const countIn = (network: string) =>
        [...exports].filter((one) => one.networks.some((other) => other.network === network))
          .length;
      const free = atOnce - exports.size;
      const isFull = networks.some(
        ({ network, shares }) => countIn(network) >= mostOf(perClient, shares, atOnce),
      );
      if (isFull || (countIn(client) > 0 && free < 2)) return { ok: false, code: 'of yours' };
      if (free < 1) {
        const [slowest] = slowerThan(pace, heldFor);
        if (!slowest) return { ok: false, code: 'of all' };
        finish(slowest);
      }
      const entered: Export = {
        networks,
        since: now(),
        bytes: 0,
        awaited: 0,
        awaiting: null,
        end,
      };
      exports.add(entered);
      return {
        ok: true,
        value: {
          leave: () => void exports.delete(entered),
          took: (bytes) => {
            entered.bytes += bytes;
          },
          awaits: async (coming) => {
            const from = now();
            entered.awaiting = from;
            try {
              return await coming;
            } finally {
              entered.awaited += now() - from;
              entered.awaiting = null;
            }
          },
        },
      };
    },
    /** Ends exports whose readers are slower than the minimum pace. */
    endStalled(): void {
      for (const one of slowerThan(minPace, waitedFor)) finish(one);
    },
  };
}
