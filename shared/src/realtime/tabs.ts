import { joinTabs, type Tabs } from '@tallystick/shell-kit/tabs/join-tabs';
import type { Connect, Line, LineHost, Report } from './connection.ts';
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
  /** Sequence of the last event it has. */
  position: number | null;
  /** The tab that answered; null while none has. */
  leader: string | null;
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
  let lastBeat = Number.NEGATIVE_INFINITY;
  /** When the tab that leads was heard last, or began to be followed. */
  let lastWord = 0;
  let hung = false;

  const post = (message: TabMessage) => tabs?.post(message);

  const lead = () => {
    leading = true;
    const waiting = following;
    following = null;
    // A connection that no tab has answered yet becomes one to the service, unnoticed.
    if (waiting?.leader === null) waiting.disconnect = serve(waiting.position, waiting.report);
    else host.handover();
  };

  const serve: Connect = (since, report) =>
    direct(since, (news) => {
      report(news);
      if (news.type !== 'beat' || now() - lastBeat < beatInterval) return;
      lastBeat = now();
      post({ type: 'beat', from: me });
    });

  const follow: Connect = (since, report) => {
    const mine: Following = { report, position: since, leader: null, disconnect: null };
    following = mine;
    lastWord = now();
    post({ type: 'join', from: me, since });
    return () => {
      if (following === mine) {
        following = null;
        hung = now() - lastWord >= silenceMs;
      }
      mine.disconnect?.();
    };
  };

  const hear = (message: TabMessage) => {
    if (message.type !== 'join') {
      lastWord = now();
      hung = false;
    }
    if (leading) {
      if (message.type !== 'join') return;
      post({ ...host.answer(message.since), from: me, to: message.from });
    } else if (!following) {
      if (message.type === 'up') host.reachable();
    } else if (following.leader === null) hearBeforeWelcome(following, message);
    else if (following.leader === message.from) hearLeader(following, message);
    else if (message.type === 'up') host.handover();
  };

  const hearBeforeWelcome = (mine: Following, message: TabMessage) => {
    switch (message.type) {
      case 'welcome':
        mine.leader = message.from;
        mine.position = message.position;
        mine.report({ type: 'opened', position: message.position });
        for (const event of message.events) {
          mine.position = event.sequence;
          mine.report({ type: 'event', event });
        }
        return;
      case 'gap':
        return mine.report({ type: 'gap' });
      case 'up':
        return post({ type: 'join', from: me, since: mine.position });
      case 'down':
        return message.to === me ? mine.report({ type: 'lost' }) : undefined;
    }
  };

  const hearLeader = (mine: Following, message: TabMessage) => {
    switch (message.type) {
      case 'event':
        // A message from before this one is missing: ask again for what followed.
        if (mine.position === null || message.after > mine.position) {
          return mine.report({ type: 'lost' });
        }
        mine.position = Math.max(mine.position, message.event.sequence);
        return mine.report({ type: 'event', event: message.event });
      case 'beat':
        return mine.report({ type: 'beat' });
      case 'down':
        return mine.report({ type: 'lost' });
    }
  };

  return {
    connect: (since, report) => {
      tabs ??= joinTabs({
        name,
        schema: tabMessageSchema,
        onMessage: (message) => {
          if (('to' in message ? (message.to ?? me) : me) === me) hear(message);
        },
        onLead: lead,
      });
      if (leading) return serve(since, report);
      return hung ? direct(since, report) : follow(since, report);
    },
    leave: () => {
      if (leading) post({ type: 'down', from: me });
      leading = false;
      hung = false;
      following = null;
      tabs?.leave();
      tabs = null;
    },
    publish: (news) => {
      if (leading) post({ ...news, from: me });
    },
  };
}
