import { siteConfiguration } from '@tallystick/shared/site';
import { systemClock } from '@tallystick/timing/clock';
import { noteSeen } from '../storage/seen.ts';
import { type Bus, createBus } from './bus.ts';
import type { Line, LineHost } from './connection.ts';
import type { FeedState } from './feed-state.ts';
import { realmConnect } from './realm-connection.ts';
import { createTabs } from './tabs.ts';

/** What runs the feed of this tab. Loaded after the page is shown: nothing of it is needed before. */
export function openBus(tabsName: string, onState: (state: FeedState) => void): Bus {
  const bus = createBus({
    openLine: (host) => openLine(tabsName, host),
    clock: systemClock,
    random: Math.random,
    onState,
    ...(siteConfiguration().ledgerReplica === true && { onDelivery: noteSeen }),
  });
  addEventListener('offline', () => bus.dispatch('offline'));
  addEventListener('online', () => bus.dispatch('reachable'));
  addEventListener('pagehide', () => bus.dispatch('hide'));
  addEventListener('pageshow', () => bus.dispatch('show'));
  return bus;
}

function openLine(name: string, host: LineHost): Line {
  const { ledgerUrl, live } = siteConfiguration();
  const direct = realmConnect({ url: ledgerUrl, ...live });
  // Without locks (an old browser, a page that is not secure) each tab connects by itself.
  return 'locks' in navigator && 'BroadcastChannel' in globalThis
    ? createTabs({ name, direct, host, now: () => performance.now() })
    : { connect: direct, leave: () => {}, publish: () => {} };
}
