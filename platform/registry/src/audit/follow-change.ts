import * as v from 'valibot';
import { pastAfter } from '../channel/stack.ts';
import { verdictsAfter } from '../channel/verdicts.ts';
import { changeSchema, type LoggedChange } from './details.ts';
import { digestOf } from './digest-of.ts';
import type { LoggedEntry } from './log-view.ts';
import type { ChannelPast, ReplayState } from './replay-state.ts';

/** A revision as it is kept. */
export interface KeptRevision {
  channel: string;
  revision: number;
  body: unknown;
}

/**
 * Takes in the entry of a change, and answers what is wrong with it or with the revision that is kept for it.
 *
 * @throws Error if the entry's detail cannot be read
 */
export function followChange(
  state: Pick<ReplayState, 'channels' | 'changes'>,
  entry: LoggedEntry,
  kept: KeptRevision | undefined,
): string[] {
  const change = v.parse(changeSchema, entry.detail);
  const { revision } = change;
  const { channel, revision: number, kind } = revision;
  const name = `revision ${number} of ${channel}`;
  const before = state.channels.get(channel);
  const expected = (before?.newest.revision ?? 0) + 1;
  const digest = digestOf(revision);
  state.channels.set(channel, channelAfter(before, change, digest));
  state.changes.set(kind, (state.changes.get(kind) ?? 0) + 1);
  if (number !== expected) return [`${name} is told where ${expected} was to come`];
  if (kept === undefined) return [`${name} is missing`];
  const same =
    kept.channel === channel && kept.revision === number && digestOf(kept.body) === digest;
  return same ? [] : [`${name} is not what the log says`];
}

/** A channel after one more change. Adds to the maps of `before`, since copying them at each entry is quadratic. */
function channelAfter(
  before: ChannelPast | undefined,
  change: LoggedChange,
  digest: string,
): ChannelPast {
  const { revision, undoes } = change;
  const { revision: number, kind, moves, at, by, reason, verdict } = revision;
  const { digests, apps, live, condemned } = before ?? {
    digests: new Map(),
    apps: new Map(),
    live: new Set(),
    condemned: [],
  };
  const automatic = verdict !== undefined;
  const made = { revision: number, kind, at, by, reason, automatic, undoes };
  for (const move of moves) {
    const { app, to } = move;
    apps.set(app, pastAfter(apps.get(app), { ...move, ...made }, condemned));
    if (to !== null) live.add(`${app}@${to}`);
  }
  digests.set(number, digest);
  const verdicts = change.condemned ?? verdictsAfter(condemned, before?.newest ?? null, revision);
  return { newest: revision, digests, apps, live, condemned: verdicts };
}
