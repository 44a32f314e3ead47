import type { LiveEvent } from '../contracts/live.ts';
import type { FeedListener, FeedMessage } from './feed-message.ts';
import type { History } from './history.ts';

interface Subscriber {
  readonly listener: FeedListener;
  /** It has everything up to here; null: it takes what comes. */
  since: number | null;
}

/** Who listens to the feed, and what each of them already has. */
export function createSubscribers(history: History) {
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
    /** Adds one; it is told at once what it missed since. Returns the way out. */
    add: (listener: FeedListener, since: number | null) => {
      const subscriber: Subscriber = { listener, since };
      subscribers.add(subscriber);
      if (since !== null) {
        const missed = history.after(since);
        if (missed) for (const event of missed) deliverTo(subscriber, event);
        else refetch(subscriber);
      }
      return () => {
        subscribers.delete(subscriber);
      };
    },
    deliver: (event: LiveEvent) => {
      for (const subscriber of [...subscribers]) deliverTo(subscriber, event);
    },
    /** Tells everyone to load again; from then on each takes what comes. */
    announce: () => {
      for (const subscriber of [...subscribers]) refetch(subscriber);
    },
    none: () => subscribers.size === 0,
  };
}
