import { runMachine } from '@tallystick/shell-kit/machine';
import { jittered } from '@tallystick/timing/backoff';
import type { Clock } from '@tallystick/timing/clock';
import type { Line, LineHost } from './connection.ts';
import type { Feed } from './feed-message.ts';
import type { FeedState } from './feed-state.ts';
import { createHistory } from './history.ts';
import {
  type BusEffect,
  type BusInput,
  type BusState,
  type BusTimer,
  initialState,
  transition,
} from './machine.ts';
import { createSubscribers } from './subscribers.ts';

/** The feed of one tab, and what happens to the page. */
export interface Bus extends Feed {
  readonly state: () => FeedState;
  readonly dispatch: (change: 'offline' | 'reachable' | 'hide' | 'show') => void;
}

export interface BusParts {
  readonly openLine: (host: LineHost) => Line;
  readonly clock: Clock;
  /** Returns a number from 0 up to 1. */
  readonly random: () => number;
  readonly onState: (state: FeedState) => void;
  /** Called with the number of each event, and of where the feed begins anew, before subscribers hear of it. */
  readonly onDelivery?: (sequence: number) => void;
}

/** Runs the machine of states.md on this tab's line. */
export function createBus({ openLine, clock, random, onState, onDelivery }: BusParts): Bus {
  /** Ends the one connection that there may be. */
  let disconnect = () => {};
  const history = createHistory();
  const subscribers = createSubscribers(history);

  const carryOut = (effect: LineEffect) => {
    switch (effect.type) {
      case 'connect': {
        const { connection, since } = effect;
        disconnect = line.connect(since, (news) => dispatch({ ...news, connection }));
        return;
      }
      case 'disconnect':
        return disconnect();
      case 'leave':
        return line.leave();
      case 'rebase':
        if (effect.position !== null) onDelivery?.(effect.position);
        return history.restart(effect.position);
      case 'deliver':
        onDelivery?.(effect.event.sequence);
        history.add(effect.event);
        line.publish({ type: 'event', event: effect.event, after: effect.after });
        return subscribers.deliver(effect.event);
      case 'announce':
        return subscribers.announce();
      case 'up':
      case 'down':
        return line.publish(effect);
      case 'state':
        return onState(effect.name);
    }
  };
  const { state, dispatch } = runMachine<BusState, BusInput, LineEffect, BusTimer>({
    initial: initialState,
    transition: withLine,
    carryOut,
    timers: {
      clock,
      elapsed: (timer) => ({ type: 'elapsed', timer }),
      spread: (timer, milliseconds) =>
        timer === 'retry' ? jittered(milliseconds, random()) : milliseconds,
    },
  });
  const line = openLine({
    handover: () => dispatch({ type: 'handover' }),
    reachable: () => dispatch({ type: 'reachable' }),
    answer: (since) => {
      const { name, position } = state();
      if (name !== 'live' || position === null) return { type: 'down' };
      if (since === null) return { type: 'welcome', position, events: [] };
      const events = since > position ? null : history.after(since);
      return events ? { type: 'welcome', position: since, events } : { type: 'gap' };
    },
  });

  return {
    subscribe: (listener, since: number | null = null) => {
      if (subscribers.none()) dispatch({ type: 'wanted', since });
      const remove = subscribers.add(listener, since);
      return () => {
        remove();
        if (subscribers.none()) dispatch({ type: 'unwanted' });
      };
    },
    pause: () => dispatch({ type: 'pause' }),
    resume: () => dispatch({ type: 'resume' }),
    state: () => state().name,
    dispatch: (change) => dispatch({ type: change }),
  };
}

/**
 * Other tabs that use this line hear whether it is up: told last of its beginning, first of its end. The page hears
 * of each state.
 */
type LineEffect =
  | Exclude<BusEffect, { type: 'arm' | 'disarm' }>
  | { type: 'up' }
  | { type: 'down' }
  | { type: 'state'; name: FeedState };

function withLine(before: BusState, input: BusInput) {
  const { state, effects } = transition(before, input);
  const wasLive = before.name === 'live';
  const isLive = state.name === 'live';
  return {
    state,
    effects: [
      ...(wasLive && !isLive ? [{ type: 'down' as const }] : []),
      ...effects,
      ...(isLive && !wasLive ? [{ type: 'up' as const }] : []),
      ...(state.name === before.name ? [] : [{ type: 'state' as const, name: state.name }]),
    ],
  };
}
