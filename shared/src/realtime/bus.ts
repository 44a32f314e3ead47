import { jittered } from '../machine/backoff.ts';
import type { Clock } from '../machine/clock.ts';
import { runMachine } from '../machine/run-machine.ts';
import type { Line, LineAnswer, LineHost } from './connection.ts';
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
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly onState: (state: FeedState) => void;
  /** Called with the number of each event, and of where the feed begins anew, before subscribers hear of it. */
  readonly onDelivery?: (sequence: number) => void;
}

const historyLimit = 500;

/** Runs the machine of states.md on this tab's line. */
export function createBus({ openLine, clock, random, onState, onDelivery }: BusParts): Bus {
  const disconnects = new Map<number, () => void>();
  const history = createHistory(historyLimit);
  const subscribers = createSubscribers(history);

  const carryOut = (effect: LineEffect) => {
    switch (effect.type) {
      case 'connect':
        return connect(effect.connection, effect.since);
      case 'disconnect':
        disconnects.get(effect.connection)?.();
        disconnects.delete(effect.connection);
        return;
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
    }
  };
  const { state, dispatch, subscribe } = runMachine<BusState, BusInput, LineEffect, BusTimer>({
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
  let { name: told } = initialState;
  subscribe(() => {
    const { name } = state();
    if (name === told) return;
    told = name;
    onState(name);
  });
  const connect = (connection: number, since: number | null) => {
    const disconnect = line.connect(since, {
      opened: (position) => dispatch({ type: 'opened', connection, position }),
      event: (event) => dispatch({ type: 'event', connection, event }),
      beat: () => dispatch({ type: 'beat', connection }),
      gap: () => dispatch({ type: 'gap', connection }),
      lost: () => dispatch({ type: 'lost', connection }),
    });
    disconnects.set(connection, disconnect);
  };
  const answer = (since: number | null): LineAnswer => {
    const { name, position } = state();
    if (name !== 'live' || position === null) return { type: 'down' };
    if (since === null) return { type: 'welcome', position, events: [] };
    const events = since > position ? null : history.after(since);
    return events ? { type: 'welcome', position: since, events } : { type: 'gap' };
  };
  const line = openLine({
    handover: () => dispatch({ type: 'handover' }),
    reachable: () => dispatch({ type: 'reachable' }),
    answer,
  });

  return {
    subscribe: (listener, since) => {
      const first = subscribers.none();
      if (first) dispatch({ type: 'wanted', since: since ?? null });
      const remove = subscribers.add(listener, since ?? null);
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

/** Other tabs that use this line hear whether it is up: told last of its beginning, first of its end. */
type LineEffect =
  | Exclude<BusEffect, { type: 'arm' | 'disarm' }>
  | { type: 'up' }
  | { type: 'down' };

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
    ],
  };
}
