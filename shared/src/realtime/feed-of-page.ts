import { afterFirstContent } from '@tallystick/shell-kit/first-content';
import { systemClock } from '@tallystick/timing/clock';
import { atom, getDefaultStore } from 'jotai/vanilla';
import type { Feed } from './feed-message.ts';
import type { FeedState } from './feed-state.ts';
import { createLateFeed } from './late-feed.ts';

/** The number rises when tabs of two releases of the site would misunderstand each other. */
const tabsName = 'tallystick-feed-1';

/** The feed's state. */
export const feedStateAtom = atom<FeedState>('idle');
const showState = (state: FeedState) => getDefaultStore().set(feedStateAtom, state);
let feed: Feed | undefined;

/** The live feed of this page: one instance for the shell and all remotes. */
export function transferFeed(): Feed {
  feed ??= createLateFeed({ load: loadBus, clock: systemClock, onState: showState });
  return feed;
}

async function loadBus() {
  await afterFirstContent();
  const { openBus } = await import('./open-bus.ts');
  return openBus(tabsName, showState);
}
