import { networkOf } from '@tallystick/guard/network';

export interface UnderwayLimits {
  /** How many exports may be under way at once; each holds a connection of PostgreSQL. */
  atOnce: number;
  /** How many of these of one client, so that none takes them all. */
  perClient: number;
}

/** Why an export cannot begin now: there are too many of everybody, or of this client. */
export type TooMany = 'of all' | 'of yours';

/** Counts the exports under way. */
export interface Underway {
  /** Call `leave` once, when it is over. */
  enter(ip: string): { ok: true; leave(): void } | { ok: false; tooMany: TooMany };
}

export function openUnderway({ atOnce, perClient }: UnderwayLimits): Underway {
  const ofClient = new Map<string, number>();
  let all = 0;
  return {
    enter(ip) {
      const client = networkOf(ip);
      const mine = ofClient.get(client) ?? 0;
      if (mine >= perClient) return { ok: false, tooMany: 'of yours' };
      if (all >= atOnce) return { ok: false, tooMany: 'of all' };
      all += 1;
      ofClient.set(client, mine + 1);
      return {
        ok: true,
        leave() {
          all -= 1;
          const left = (ofClient.get(client) ?? 1) - 1;
          if (left > 0) ofClient.set(client, left);
          else ofClient.delete(client);
        },
      };
    },
  };
}
