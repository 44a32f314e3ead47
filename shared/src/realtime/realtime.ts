import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { afterFirstContent } from '../late/first-content.ts';
import { systemClock } from '../machine/clock.ts';
import type { Feed } from './feed-message.ts';
import type { FeedState } from './feed-state.ts';
import { createLateFeed } from './late-feed.ts';

export type { Feed, FeedListener, FeedMessage } from './feed-message.ts';
export type { FeedState } from './feed-state.ts';

/** The number rises when tabs of two releases of the site would misunderstand each other. */
const tabsName = 'tallystick-feed-1';

const stateAtom = atom<FeedState>('idle');
const showState = (state: FeedState) => getDefaultStore().set(stateAtom, state);
let feed: Feed | undefined;

/** The live feed of this page: one instance for the shell and all remotes. */
export function transferFeed(): Feed {
  feed ??= createLateFeed({ load: loadBus, clock: systemClock, onState: showState });
  return feed;
}

/** The feed's state, for a notice or a dot; re-renders when it changes. */
export function useFeedState(): FeedState {
  return useAtomValue(stateAtom, { store: getDefaultStore() });
}

async function loadBus() {
  await afterFirstContent();
  const { openBus } = await import('./open-bus.ts');
  return openBus(tabsName, showState);
}
