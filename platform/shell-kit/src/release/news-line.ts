import { type ReleaseNews, releaseNewsSchema } from '@tallystick/contract/release-news';
import { backoff, jittered } from '@tallystick/timing/backoff';
import type { Clock } from '@tallystick/timing/clock';
import * as v from 'valibot';
import { joinTabs, type Tabs } from '../tabs/join-tabs.ts';
import type { ConnectNews } from './news-stream.ts';

export interface NewsLineParts {
  /** Names the lock and the channel of the tabs. */
  name: string;
  /** Whether the browser has Web Locks: without them each tab connects by itself. */
  hasLocks: boolean;
  connect: ConnectNews;
  clock: Clock;
  onNews: (news: ReleaseNews) => void;
  /** Told of each sign of life of a connection of this tab's own. */
  onBeat?: (() => void) | undefined;
}

const tabMessageSchema = v.variant('type', [
  /** Asks the leader for the news. */
  v.object({ type: v.literal('ask') }),
  v.object({ type: v.literal('news'), news: releaseNewsSchema }),
  /** The leader says that its connection is alive. */
  v.object({ type: v.literal('beat') }),
]);
type TabMessage = v.InferOutput<typeof tabMessageSchema>;

interface Leading {
  readonly name: 'leading';
  /** Null: each tab leads itself. */
  readonly tabs: Tabs<TabMessage> | null;
  /** Failures in a row. */
  failures: number;
}
type LineState =
  | { readonly name: 'out' }
  | { readonly name: 'following'; readonly tabs: Tabs<TabMessage> }
  | Leading;

/** Milliseconds without a sign of life after which a connection counts as lost: twice a heartbeat. */
const silenceMs = 40_000;
/** Milliseconds without a sign of life from the leader after which a tab checks for itself. */
const timeoutMs = 60_000;

/**
 * One connection for all tabs of a browser, whose tabs would otherwise use up the connections that it
 * makes to one host. The tab that holds a Web Lock connects and passes on what it hears. News tell
 * the state, not the step: what a tab missed is in the next it hears.
 */
export function createNewsLine(parts: NewsLineParts) {
  const { name, hasLocks, connect, clock, onNews, onBeat } = parts;
  let state: LineState = { name: 'out' };
  let latest: ReleaseNews | null = null;
  let disconnect = () => {};
  let cancel = () => {};

  const wait = (milliseconds: number, then: () => void) => {
    cancel();
    cancel = clock(milliseconds, then);
  };
  const stop = () => {
    disconnect();
    cancel();
  };
  const hear = (news: ReleaseNews) => {
    latest = news;
    onNews(news);
  };

  const lead = (tabs: Tabs<TabMessage> | null) => {
    state = { name: 'leading', tabs, failures: 0 };
    dial(state);
  };
  const dial = (leading: Leading) => {
    stop();
    const lost = () => {
      stop();
      wait(jittered(backoff(leading.failures), Math.random()), () => dial(leading));
      leading.failures += 1;
    };
    wait(silenceMs, lost);
    disconnect = connect({
      ended: lost,
      beat: () => {
        leading.failures = 0;
        wait(silenceMs, lost);
        leading.tabs?.post({ type: 'beat' });
        onBeat?.();
      },
      news: (news) => {
        hear(news);
        leading.tabs?.post({ type: 'news', news });
      },
    });
  };

  /** The leader fell silent, asleep perhaps: a look at the news, without staying connected. */
  const follow = () => wait(timeoutMs, peek);
  const peek = () => {
    stop();
    disconnect = connect({
      beat: () => {},
      ended: follow,
      news: (news) => {
        stop();
        hear(news);
        follow();
      },
    });
    wait(silenceMs, follow);
  };

  const takeMessage = (message: TabMessage) => {
    if (state.name === 'leading') {
      if (message.type === 'ask' && latest) state.tabs?.post({ type: 'news', news: latest });
    } else if (message.type !== 'ask') {
      stop();
      follow();
      if (message.type === 'news') hear(message.news);
    }
  };

  return {
    join() {
      if (state.name !== 'out') return;
      if (!hasLocks) return lead(null);
      const tabs = joinTabs({
        name,
        schema: tabMessageSchema,
        onMessage: takeMessage,
        onLead: () => lead(tabs),
      });
      state = { name: 'following', tabs };
      tabs.post({ type: 'ask' });
      follow();
    },
    leave() {
      stop();
      if (state.name !== 'out') state.tabs?.leave();
      state = { name: 'out' };
    },
    /** The network is there again. */
    nudge() {
      if (state.name === 'leading') dial(state);
    },
  };
}
