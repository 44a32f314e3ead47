import { networkOf } from '@tallystick/guard/network';

export interface UnderwayLimits {
  /** How many exports may be under way at once; each holds a snapshot of PostgreSQL. */
  atOnce: number;
  /** How many of these of one client; beyond its first only while two places are free. */
  perClient: number;
  /**
   * An export gives its place to a client that has none if it has had it for `grace` milliseconds and
   * is read at less than `pace` bytes a second; never slower than `leastPace`, whoever asks.
   */
  grace: number;
  pace: number;
  leastPace: number;
}

/** Why an export cannot begin now: there are too many of everybody, or of this client. */
export type TooMany = 'of all' | 'of yours';

/** An export's place. */
export interface Place {
  /** Call once, when it is over. */
  leave(): void;
  /** So many bytes more were taken by who reads. */
  took(bytes: number): void;
}

/** Counts the exports under way. */
export interface Underway {
  /** `end` is called if the export has to give its place to another; it leaves at once. */
  enter(ip: string, end: () => void): { ok: true; place: Place } | { ok: false; tooMany: TooMany };
  /** Ends what is read too slowly to go on. */
  endStalled(): void;
}

interface Export {
  client: string;
  since: number;
  bytes: number;
  end: () => void;
}

/** @param now milliseconds, of a clock that only goes forward */
export function openUnderway(
  { atOnce, perClient, grace, pace, leastPace }: UnderwayLimits,
  now = () => performance.now(),
): Underway {
  const exports = new Set<Export>();
  const paceOf = ({ since, bytes }: Export) => (bytes * 1_000) / (now() - since);
  const slowerThan = (least: number) =>
    [...exports]
      .filter((one) => now() - one.since > grace && paceOf(one) < least)
      .toSorted((one, other) => paceOf(one) - paceOf(other));
  const finish = (one: Export) => {
    exports.delete(one);
    one.end();
  };

  return {
    enter(ip, end) {
      const client = networkOf(ip);
      const mine = [...exports].filter((one) => one.client === client).length;
      const free = atOnce - exports.size;
      if (mine >= perClient || (mine > 0 && free < 2)) return { ok: false, tooMany: 'of yours' };
      if (free < 1) {
        const [slowest] = slowerThan(pace);
        if (!slowest) return { ok: false, tooMany: 'of all' };
        finish(slowest);
      }
      const entered: Export = { client, since: now(), bytes: 0, end };
      exports.add(entered);
      return {
        ok: true,
        place: {
          leave: () => void exports.delete(entered),
          took: (bytes) => {
            entered.bytes += bytes;
          },
        },
      };
    },
    endStalled() {
      for (const one of slowerThan(leastPace)) finish(one);
    },
  };
}
