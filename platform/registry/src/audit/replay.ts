import * as v from 'valibot';
import type { Past } from '../channel/stack.ts';
import { type Revision, revisionSchema } from '../contract/channel.ts';
import { buildNames } from '../contract/provenance.ts';
import { Altered } from '../store/damaged.ts';
import { digestOf } from './digest-of.ts';
import { followChange, type KeptRevision } from './follow-change.ts';
import { followEntry } from './follow-entry.ts';
import type { LoggedEntry, LogView } from './log-view.ts';
import { newState } from './replay-state.ts';

export type Replay = ReturnType<typeof openReplay>;

/**
 * What the registry must have by the log, as far as it was followed.
 *
 * @param views what parts read of it beside that
 */
export function openReplay(views: readonly LogView[] = []) {
  const state = newState();

  function followOwn(
    entry: LoggedEntry,
    kept: KeptRevision | undefined,
    attestation: string | null,
  ): string[] {
    if (entry.action === 'change') return followChange(state, entry, kept);
    followEntry(state, entry, attestation);
    return kept === undefined
      ? []
      : [`revision ${kept.revision} of ${kept.channel} belongs to no change`];
  }

  const replay = {
    ...state,
    /**
     * Follows one entry and answers what is wrong with it. `kept` is the revision that belongs to it, if there is
     * one; `attestation` is the hash of the attestation that it covers.
     */
    follow: (
      entry: LoggedEntry,
      kept: KeptRevision | undefined,
      attestation: string | null,
    ): string[] => {
      const at = `entry ${entry.sequence}: `;
      try {
        const problems = followOwn(entry, kept, attestation);
        for (const view of views) view.follow(replay, entry);
        return problems.map((one) => at + one);
      } catch {
        return [`${at}its detail cannot be read`];
      }
    },
  };
  return replay;
}

/** The newest revision of a channel, or null before the first. */
export function newestOf({ channels }: Replay, channel: string): Revision | null {
  return channels.get(channel)?.newest ?? null;
}

/** A channel's present state and its past, from which changes are decided. Locks are in the order of their apps. */
export function stateOf({ channels, locks }: Replay, channel: string) {
  const found = channels.get(channel);
  const { newest: current, apps, live, condemned = [] } = found ?? { newest: null };
  // A copy, because following the log changes the original.
  const past: Past = new Map(apps);
  const own = [...locks.values()].filter((lock) => lock.channel === channel);
  return {
    current,
    past,
    live: live ?? new Set<string>(),
    condemned,
    locks: own.sort((one, other) => (one.app < other.app ? -1 : 1)),
  };
}

/** What people call builds of these apps, or of all. The builds are looked through once a name is asked for: few ask. */
export function namesBy({ builds }: Replay, apps?: readonly string[]): (build: string) => string {
  let nameOf: ((build: string) => string) | undefined;
  const read = () => {
    const known = [...builds].map(([key, { provenance }]) => {
      const [app = '', build = ''] = key.split('@');
      return { app, build, provenance };
    });
    return buildNames(apps === undefined ? known : known.filter(({ app }) => apps.includes(app)));
  };
  return (build) => {
    nameOf ??= read();
    return nameOf(build);
  };
}

/**
 * A revision as it was kept.
 *
 * @throws Altered if it is not what the log says
 */
export function provenRevision({ channels }: Replay, body: unknown): Revision {
  const revision = v.parse(revisionSchema, body);
  const { channel, revision: number } = revision;
  if (channels.get(channel)?.digests.get(number) === digestOf(revision)) return revision;
  throw new Altered(`revision ${number} of ${channel} is not what the log says`);
}
