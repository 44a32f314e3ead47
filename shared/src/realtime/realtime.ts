import { siteConfiguration } from '@tallystick/shared/site';
import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { type Bus, createBus } from './bus.ts';
import { systemClock } from './clock.ts';
import type { LineHost } from './connection.ts';
import type { Feed } from './feed-message.ts';
import type { FeedState } from './feed-state.ts';
import { afterFirstPaint } from './first-paint.ts';
import { realmConnect } from './realm-connection.ts';
import { createTabs } from './tabs.ts';

export type { Feed, FeedListener, FeedMessage } from './feed-message.ts';
export type { FeedState } from './feed-state.ts';

/** The number rises when tabs of two releases of the site would misunderstand each other. */
const tabsName = 'tallystick-feed-1';

const stateAtom = atom<FeedState>('idle');
let feed: Feed | undefined;

/** The live feed of this page: one instance for the shell and all remotes. */
export function transferFeed(): Feed {
  feed ??= openFeed();
  return feed;
}

/** The feed's state, for a notice or a dot; re-renders when it changes. */
export function useFeedState(): FeedState {
  return useAtomValue(stateAtom, { store: getDefaultStore() });
}

function openFeed(): Feed {
  const bus = createBus({
    openLine,
    clock: systemClock,
    random: Math.random,
    onState: (state) => getDefaultStore().set(stateAtom, state),
  });
  listenToPage(bus);
  return bus;
}

function openLine(host: LineHost) {
  const { ledgerUrl, live } = siteConfiguration();
  const direct = realmConnect({ url: ledgerUrl, ...live, ready: afterFirstPaint });
  // Without locks (an old browser, a page that is not secure) each tab connects by itself.
  return 'locks' in navigator && 'BroadcastChannel' in globalThis
    ? createTabs({
        name: tabsName,
        locks: navigator.locks,
        direct,
        host,
        now: () => performance.now(),
      })
    : { connect: direct, leave: () => {}, tell: () => {} };
}

function listenToPage(bus: Bus): void {
  addEventListener('offline', () => bus.tell('offline'));
  addEventListener('online', () => bus.tell('reachable'));
  addEventListener('pagehide', () => bus.tell('hide'));
  addEventListener('pageshow', () => bus.tell('show'));
}
