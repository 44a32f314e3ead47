import { within } from '@tallystick/timing/within';
import { every, singleFlight } from './repeat.ts';

/**
 * `behind`: for ten seconds it lacked what the primary had a second before. `away`: it does not answer. Both end
 * by themselves.
 */
export type ReplicaState = 'in use' | 'behind' | 'away';

const checkMs = 1_000;
const maxLateMs = 10_000;
/** Milliseconds after which a replica that is asked how far it is counts as away. */
export const answerMs = 2_000;

export interface WatchedReplica {
  /** How far each of the two is: a number that only grows. */
  primary(): Promise<number>;
  replica(): Promise<number>;
  /** Called with each new state, the first included. */
  onState(state: ReplicaState): void;
}

/** Looks every second how far a replica is. It counts as away until it has answered once. */
export function watchReplica(
  { primary, replica, onState }: WatchedReplica,
  now = () => performance.now(),
) {
  let state: ReplicaState | undefined;
  /** How far it was when it last answered. */
  let known = -1;
  /** How far the primary was at the last check. */
  let due = Number.POSITIVE_INFINITY;
  let lateSince: number | undefined;
  let asked: Promise<unknown> | undefined;

  function become(next: ReplicaState): void {
    if (state === next) return;
    state = next;
    onState(next);
  }

  /** Asks it, and whether it answered. Those who ask meanwhile share the answer. */
  const look = singleFlight(async (): Promise<boolean> => {
    try {
      known = await within(answerMs, replica());
      return true;
    } catch {
      become('away');
      return false;
    }
  });

  async function check(): Promise<void> {
    const next = await primary();
    if (await look()) {
      if (known >= due) {
        lateSince = undefined;
        become('in use');
      } else {
        lateSince ??= now();
        if (now() - lateSince > maxLateMs) become('behind');
      }
    }
    due = next;
  }

  // While the primary cannot be reached nothing is known of the replica: what it has is still good.
  const checks = every(checkMs, check);
  return {
    /** Whether the replica is in use and has everything up to this position. */
    async has(position: number): Promise<boolean> {
      if (state !== 'in use') return false;
      if (position > known) {
        asked = look();
        await asked;
      }
      return state === 'in use' && position <= known;
    },
    async stop(): Promise<void> {
      await checks.close();
      await asked;
    },
  };
}
