import { readStored, watchStored, writeStored } from '@tallystick/shell-kit/storage';
import { useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { partyKinds } from '../contracts/party.ts';
import { watchedKey } from './watched-key.ts';

/** As many as one can keep an eye on, and as a page may count at once. */
export const mostWatched = 20;
const changed = `tallystick:${watchedKey}`;

const watchedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.object({
      kind: v.picklist(partyKinds),
      id: v.string(),
      name: v.string(),
      /** Transfers in its list when one last looked; null where they were not counted yet. */
      seen: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
    }),
  ),
);
export type WatchedParty = v.InferOutput<typeof watchedSchema>[number];
type PartyName = Pick<WatchedParty, 'kind' | 'id'>;

/** As a page is rendered for somebody whose browser is not known. */
const nobody: readonly WatchedParty[] = [];
let read: { text: string | null; parties: readonly WatchedParty[] } = { text: null, parties: [] };

/** Who is watched, watched last first. What is stored and is no such list counts as none. */
export function watchedParties(): readonly WatchedParty[] {
  const text = readStored('localStorage', watchedKey);
  if (text !== read.text) {
    const { success, output } = v.safeParse(watchedSchema, text);
    read = { text, parties: success ? output : [] };
  }
  return read.parties;
}

/** `full`: as many as can be are watched already. `refused`: this browser keeps nothing. */
export type WatchResult = 'kept' | 'full' | 'refused';

/** Watches a party, or notes that one has looked at it. */
export function watchParty(party: WatchedParty): WatchResult {
  const known = watchedParties();
  const isKnown = known.some((each) => isSame(each, party));
  if (!isKnown && known.length >= mostWatched) return 'full';
  const parties = isKnown
    ? known.map((each) => (isSame(each, party) ? party : each))
    : [party, ...known];
  return keep(parties) ? 'kept' : 'refused';
}

export function unwatchParty(party: PartyName): void {
  keep(watchedParties().filter((each) => !isSame(each, party)));
}

const watch = (listener: () => void) => watchStored(watchedKey, changed, listener);

/** Who is watched, in step with other pages and tabs. */
export function useWatchedParties(): readonly WatchedParty[] {
  return useSyncExternalStore(watch, watchedParties, () => nobody);
}

export function isSame(one: PartyName, other: PartyName): boolean {
  return one.kind === other.kind && one.id === other.id;
}

function keep(parties: readonly WatchedParty[]): boolean {
  const text = parties.length === 0 ? null : JSON.stringify(parties);
  if (!writeStored('localStorage', watchedKey, text)) return false;
  dispatchEvent(new Event(changed));
  return true;
}
