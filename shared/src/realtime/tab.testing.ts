import { createManualClock } from '@tallystick/timing/manual-clock';
import { type Bus, createBus } from './bus.ts';
import type { LineHost } from './connection.ts';
import type { FeedMessage } from './feed-message.ts';
import type { FeedState } from './feed-state.ts';
import { realmConnect } from './realm-connection.ts';
import { createTabs } from './tabs.ts';

/** What a subscriber heard: the sequence of each event, or `refetch`. */
export type Heard = (number | 'refetch')[];

/**
 * A tab of its own with a real realm-web, whose clock stands still. With `tabs`, it shares one
 * connection with the other tabs of that name.
 */
export function openTab(service: { url: string }, tabs?: string) {
  const { clock, advance, due, now } = createManualClock();
  const states: FeedState[] = [];
  const direct = realmConnect({
    url: service.url,
    appId: 'ledger-local',
    apiKey: 'live-local',
  });
  const openLine = (host: LineHost) =>
    tabs === undefined
      ? { connect: direct, leave: () => {}, publish: () => {} }
      : createTabs({ name: tabs, direct, host, now });
  const bus: Bus = createBus({
    openLine,
    clock,
    random: () => 0,
    onState: (state) => states.push(state),
  });
  return { bus, states, advance, due, now };
}

export function subscribe(bus: Bus, since?: number): { heard: Heard; leave: () => void } {
  const heard: Heard = [];
  const leave = bus.subscribe((message: FeedMessage) => {
    heard.push(message.type === 'event' ? message.event.sequence : 'refetch');
  }, since);
  return { heard, leave };
}
