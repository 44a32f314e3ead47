import { type ReleaseNews, releaseNewsSchema } from '@tallystick/shared/contracts/release-news';
import { backoff, jittered } from '@tallystick/shared/machine/backoff';
import type { Clock } from '@tallystick/shared/machine/clock';
import { acquireLeadership } from '@tallystick/shared/tabs/leadership';
import * as v from 'valibot';
import type { ConnectNews } from './news-stream.ts';

export interface NewsLineParts {
  /** Names the lock and the channel of the tabs. */
  name: string;
  /** Absent where the browser has none: then each tab connects by itself. */
  locks: LockManager | undefined;
  connect: ConnectNews;
  clock: Clock;
  /** From 0 up to 1. */
  random: () => number;
  onNews: (news: ReleaseNews) => void;
}

/** The way by which news of releases reach this tab. */
export interface NewsLine {
  join(): void;
  leave(): void;
  /** The network is there again. */
  nudge(): void;
}

const tabMessageSchema = v.variant('type', [
  /** To whoever leads: what is the news? */
  v.object({ type: v.literal('ask') }),
  v.object({ type: v.literal('news'), news: releaseNewsSchema }),
  /** From the leader: its connection lives. */
  v.object({ type: v.literal('beat') }),
]);
type TabMessage = v.InferOutput<typeof tabMessageSchema>;

/** Milliseconds without a sign of life after which a connection counts as lost: twice a heartbeat. */
const silenceMs = 40_000;
/** As long without one of the leader, and a tab looks for itself. */
const timeoutMs = 60_000;

/**
 * One connection for all tabs of a browser, whose tabs would otherwise use up the connections that it
 * makes to one host. The tab that holds a Web Lock connects and passes on what it hears. News tell
 * the state, not the step: what a tab missed is in the next it hears.
 */
export function createNewsLine(parts: NewsLineParts): NewsLine {
  const { name, locks, connect, clock, random, onNews } = parts;
  let channel: BroadcastChannel | null = null;
  let giveUpLock: (() => void) | null = null;
  let latest: ReleaseNews | null = null;
  let leading = false;
  let failures = 0;
  let disconnect: (() => void) | null = null;
  let cancel = () => {};

  const post = (message: TabMessage) => channel?.postMessage(message);
  const wait = (milliseconds: number, then: () => void) => {
    cancel();
    cancel = clock(milliseconds, then);
  };
  const stop = () => {
    disconnect?.();
    disconnect = null;
    cancel();
  };

  const hear = (news: ReleaseNews) => {
    latest = news;
    onNews(news);
  };

  const lead = () => {
    leading = true;
    dial();
  };

  const dial = () => {
    stop();
    const lost = () => {
      stop();
      wait(jittered(backoff(failures), random()), dial);
      failures += 1;
    };
    wait(silenceMs, lost);
    disconnect = connect({
      ended: lost,
      beat: () => {
        failures = 0;
        wait(silenceMs, lost);
        post({ type: 'beat' });
      },
      news: (news) => {
        hear(news);
        post({ type: 'news', news });
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

  const takeMessage = ({ data }: MessageEvent<unknown>) => {
    const message = v.safeParse(tabMessageSchema, data);
    if (!message.success) return;
    const { output } = message;
    if (leading) {
      if (output.type === 'ask' && latest !== null) post({ type: 'news', news: latest });
      return;
    }
    if (output.type === 'ask') return;
    stop();
    follow();
    if (output.type === 'news') hear(output.news);
  };

  return {
    join() {
      if (channel !== null || leading) return;
      if (locks === undefined) return lead();
      channel = new BroadcastChannel(name);
      channel.onmessage = takeMessage;
      post({ type: 'ask' });
      follow();
      giveUpLock = acquireLeadership(locks, name, lead);
    },
    leave() {
      stop();
      leading = false;
      channel?.close();
      channel = null;
      giveUpLock?.();
      giveUpLock = null;
    },
    nudge() {
      if (leading) dial();
    },
  };
}
