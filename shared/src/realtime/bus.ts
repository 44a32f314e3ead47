import { jittered } from './backoff.ts';
import type { Clock } from './clock.ts';
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

/** The feed of one tab, and what the page tells it. */
export interface Bus extends Feed {
  readonly state: () => FeedState;
  readonly tell: (change: 'offline' | 'reachable' | 'hide' | 'show') => void;
}

export interface BusParts {
  readonly openLine: (host: LineHost) => Line;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly onState: (state: FeedState) => void;
}

const historyLimit = 500;

/** Runs the machine: carries out its effects, and brings it what happens, one after the other. */
export function createBus({ openLine, clock, random, onState }: BusParts): Bus {
  let state: BusState = initialState;
  const inputs: BusInput[] = [];
  let running = false;
  const timers = new Map<BusTimer, () => void>();
  const disconnects = new Map<number, () => void>();
  const history = createHistory(historyLimit);
  const subscribers = createSubscribers(history);

  // Effects call listeners, and listeners subscribe or pause: their inputs wait their turn.
  const take = (input: BusInput) => {
    inputs.push(input);
    if (running) return;
    running = true;
    try {
      for (let next = inputs.shift(); next; next = inputs.shift()) step(next);
    } finally {
      running = false;
    }
  };
  const step = (input: BusInput) => {
    const before = state.name;
    const { state: next, effects } = transition(state, input);
    state = next;
    if (before === 'live' && next.name !== 'live') line.tell({ type: 'down' });
    for (const effect of effects) carryOut(effect);
    if (before !== 'live' && next.name === 'live') line.tell({ type: 'up' });
    if (before !== next.name) onState(next.name);
  };
  const carryOut = (effect: BusEffect) => {
    switch (effect.type) {
      case 'connect':
        return connect(effect.connection, effect.since);
      case 'disconnect':
        disconnects.get(effect.connection)?.();
        disconnects.delete(effect.connection);
        return;
      case 'leave':
        return line.leave();
      case 'arm':
        return arm(effect.timer, effect.milliseconds);
      case 'disarm':
        return disarm(effect.timer);
      case 'rebase':
        return history.restart(effect.position);
      case 'deliver':
        history.add(effect.event);
        line.tell({ type: 'event', event: effect.event, after: effect.after });
        return subscribers.deliver(effect.event);
      case 'announce':
        return subscribers.announce();
    }
  };
  const connect = (connection: number, since: number | null) => {
    const disconnect = line.connect(since, {
      opened: (position) => take({ type: 'opened', connection, position }),
      event: (event) => take({ type: 'event', connection, event }),
      beat: () => take({ type: 'beat', connection }),
      gap: () => take({ type: 'gap', connection }),
      lost: () => take({ type: 'lost', connection }),
    });
    disconnects.set(connection, disconnect);
  };
  const arm = (timer: BusTimer, milliseconds: number) => {
    disarm(timer);
    const length = timer === 'retry' ? jittered(milliseconds, random()) : milliseconds;
    const cancel = clock(length, () => {
      timers.delete(timer);
      take({ type: 'elapsed', timer });
    });
    timers.set(timer, cancel);
  };
  const disarm = (timer: BusTimer) => {
    timers.get(timer)?.();
    timers.delete(timer);
  };
  const answer = (since: number | null): LineAnswer => {
    const { name, position } = state;
    if (name !== 'live' || position === null) return { type: 'down' };
    if (since === null) return { type: 'welcome', position, events: [] };
    const events = since > position ? null : history.after(since);
    return events ? { type: 'welcome', position: since, events } : { type: 'gap' };
  };
  const line = openLine({
    handover: () => take({ type: 'handover' }),
    reachable: () => take({ type: 'reachable' }),
    answer,
  });

  return {
    subscribe: (listener, since) => {
      const first = subscribers.none();
      if (first) take({ type: 'wanted', since: since ?? null });
      const remove = subscribers.add(listener, since ?? null);
      return () => {
        remove();
        if (subscribers.none()) take({ type: 'unwanted' });
      };
    },
    pause: () => take({ type: 'pause' }),
    resume: () => take({ type: 'resume' }),
    state: () => state.name,
    tell: (change) => take({ type: change }),
  };
}
