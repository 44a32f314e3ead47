import { joinTabs, type Tabs } from '@tallystick/shell-kit/tabs/join-tabs';
import type { Connect, Line, LineHost, Report } from './connection.ts';
import { type Follower, nextFollower } from './follower.ts';
import { type TabMessage, tabMessageSchema } from './tab-message.ts';

export interface TabsParts {
  /** Names the lock and the channel; tabs that do not understand each other need another name. */
  readonly name: string;
  /** The connection to the service, for the tab that leads. */
  readonly direct: Connect;
  readonly host: LineHost;
  /** Milliseconds since some beginning. */
  readonly now: () => number;
}

/** A connection through another tab. */
interface Following {
  readonly report: Report;
  follower: Follower;
  /** Set once it became a connection to the service after all. */
  disconnect: (() => void) | null;
}

/** Signs of life are passed on at most this often. */
const beatInterval = 5_000;
/** So long without a word, and the tab that leads hangs; a little less than the bus waits. */
const silenceMs = 39_000;

/**
 * One connection for all tabs of a browser. The tab that holds a Web Lock leads: it connects to the
 * service and passes events on, and the others follow it. When it leaves, the lock goes to the
 * next, which connects from the last event it has. A leader that hangs keeps the lock and says
 * nothing; then the others connect by themselves.
 */
export function createTabs({ name, direct, host, now }: TabsParts): Line {
  const me = crypto.randomUUID();
  let tabs: Tabs<TabMessage> | null = null;
  let leading = false;
  let following: Following | null = null;
  const leader = watchLeader(now);

  const post = (message: TabMessage) => tabs?.post(message);
  const serve = withBeats(direct, now, () => post({ type: 'beat', from: me }));

  const lead = () => {
    leading = true;
    const waiting = following;
    following = null;
    // A connection that no tab has answered yet becomes one to the service, unnoticed.
    if (waiting?.follower.leader === null) {
      waiting.disconnect = serve(waiting.follower.position, waiting.report);
    } else host.handover();
  };

  const follow: Connect = (since, report) => {
    const follower = { leader: null, position: since };
    const mine: Following = { report, follower, disconnect: null };
    following = mine;
    leader.begin();
    post({ type: 'join', from: me, since });
    return () => {
      if (following === mine) {
        following = null;
        leader.giveUp();
      }
      mine.disconnect?.();
    };
  };

  const hear = (message: TabMessage) => {
    if (message.type !== 'join') leader.hear();
    if (leading) {
      if (message.type !== 'join') return;
      post({ ...host.answer(message.since), from: me, to: message.from });
    } else if (following) advance(following, message);
    else if (message.type === 'up') host.reachable();
  };

  const advance = (mine: Following, message: TabMessage) => {
    const { state, effects } = nextFollower(mine.follower, message);
    mine.follower = state;
    for (const effect of effects) {
      if (effect.type === 'join') post({ type: 'join', from: me, since: state.position });
      else if (effect.type === 'handover') host.handover();
      else mine.report(effect);
    }
  };

  return {
    connect: (since, report) => {
      tabs ??= joinTabs({
        name,
        schema: tabMessageSchema,
        onMessage: (message) => {
          if (isFor(me, message)) hear(message);
        },
        onLead: lead,
      });
      if (leading) return serve(since, report);
      return leader.hangs() ? direct(since, report) : follow(since, report);
    },
    leave: () => {
      if (leading) post({ type: 'down', from: me });
      leading = false;
      leader.forget();
      following = null;
      tabs?.leave();
      tabs = null;
    },
    publish: (news) => {
      if (leading) post({ ...news, from: me });
    },
  };
}

/** Whether a message is to this tab, or to all. */
function isFor(me: string, message: TabMessage): boolean {
  return !('to' in message) || message.to === undefined || message.to === me;
}

/** `connect`, and calls `onBeat` at its signs of life, at most every `beatInterval`. */
function withBeats(connect: Connect, now: () => number, onBeat: () => void): Connect {
  let last = Number.NEGATIVE_INFINITY;
  return (since, report) =>
    connect(since, (news) => {
      report(news);
      if (news.type !== 'beat' || now() - last < beatInterval) return;
      last = now();
      onBeat();
    });
}

/** Tells whether the tab that leads hangs: given up after a long silence, and not heard since. */
function watchLeader(now: () => number) {
  /** When it was heard last, or began to be followed. */
  let lastWord = 0;
  let hung = false;
  return {
    hangs: () => hung,
    begin: () => {
      lastWord = now();
    },
    hear: () => {
      lastWord = now();
      hung = false;
    },
    giveUp: () => {
      hung = now() - lastWord >= silenceMs;
    },
    forget: () => {
      hung = false;
    },
  };
}
