import type { LiveEvent } from '../contracts/live.ts';
import type { FeedListener, FeedMessage } from './feed-message.ts';
import type { History } from './history.ts';

interface Subscriber {
  readonly listener: FeedListener;
  /** It has everything up to here; null: it takes what comes. */
  since: number | null;
}

/** Who listens to the feed, and what each of them already has. */
export interface Subscribers {
  /** Adds one; it is told at once what it missed since, if that is known. Returns the way out. */
  readonly add: (listener: FeedListener, since: number | null) => () => void;
  readonly deliver: (event: LiveEvent) => void;
  /** Tells everyone to load again; from then on each takes what comes. */
  readonly announce: () => void;
  readonly none: () => boolean;
}

export function createSubscribers(history: History): Subscribers {
  const subscribers = new Set<Subscriber>();
  const send = (subscriber: Subscriber, message: FeedMessage) => {
    if (!subscribers.has(subscriber)) return;
    try {
      subscriber.listener(message);
    } catch (error) {
      // One page's fault must not keep the event from the others.
      reportError(error);
    }
  };
  const deliverTo = (subscriber: Subscriber, event: LiveEvent) => {
    if (subscriber.since !== null && event.sequence <= subscriber.since) return;
    subscriber.since = event.sequence;
    send(subscriber, { type: 'event', event });
  };
  const refetch = (subscriber: Subscriber) => {
    subscriber.since = null;
    send(subscriber, { type: 'refetch' });
  };

  return {
    add: (listener, since) => {
      const subscriber: Subscriber = { listener, since };
      subscribers.add(subscriber);
      if (since !== null && history.known()) {
        const missed = history.after(since);
        if (missed) for (const event of missed) deliverTo(subscriber, event);
        else refetch(subscriber);
      }
      return () => {
        subscribers.delete(subscriber);
      };
    },
    deliver: (event) => {
      for (const subscriber of [...subscribers]) deliverTo(subscriber, event);
    },
    announce: () => {
      for (const subscriber of [...subscribers]) refetch(subscriber);
    },
    none: () => subscribers.size === 0,
  };
}
