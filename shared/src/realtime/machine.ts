import type { Step, TimerEffect } from '@tallystick/shell-kit/machine';
import { backoff } from '@tallystick/timing/backoff';
import type { LiveEvent } from '../contracts/live.ts';
import type { ConnectionNews } from './connection.ts';
import type { FeedState } from './feed-state.ts';

/**
 * The live feed of one tab, as a state machine without side effects. The states, what leads from
 * one to the next, and the invariants are in states.md beside this file.
 */
export interface BusState {
  readonly name: FeedState;
  /** Somebody is subscribed. */
  readonly wanted: boolean;
  /** `pause` was asked for; kept while the page is hidden. */
  readonly paused: boolean;
  /** Sequence of the last event told; null: unknown, so that the next opening is a gap. */
  readonly position: number | null;
  /** The one connection that is open or opening, by its number. */
  readonly connection: number | null;
  /** Connections opened so far. */
  readonly connections: number;
  /** Failures in a row; 0 again once a connection held. */
  readonly failures: number;
}

export type BusTimer = keyof typeof timerLengths | 'retry';

export type BusInput =
  /** The first subscriber came, with the sequence its page was read at, if it knows that. */
  | { readonly type: 'wanted'; readonly since: number | null }
  /** The last subscriber left. */
  | { readonly type: 'unwanted' }
  | { readonly type: 'pause' | 'resume' | 'offline' | 'hide' | 'show' }
  /** There is reason to think that a connection would work now. */
  | { readonly type: 'reachable' }
  /** This tab has to connect anew, in another way, at once. */
  | { readonly type: 'handover' }
  | (ConnectionNews & { readonly connection: number })
  | { readonly type: 'elapsed'; readonly timer: BusTimer };

export type BusEffect =
  | { readonly type: 'connect'; readonly connection: number; readonly since: number | null }
  | { readonly type: 'disconnect' }
  /** Give up this browser's line altogether: another tab may have it. */
  | { readonly type: 'leave' }
  /** `retry` is to be spread by jitter. */
  | TimerEffect<BusTimer>
  /** What was told before is no longer connected to what follows, which begins after `position`. */
  | { readonly type: 'rebase'; readonly position: number | null }
  | { readonly type: 'deliver'; readonly event: LiveEvent; readonly after: number }
  /** Tell every subscriber to load its page again. */
  | { readonly type: 'announce' };

type BusStep = Step<BusState, BusEffect>;

/** The service sends a sign of life every 20 s. */
const heartbeat = 20_000;

const timerLengths = {
  /** A connection is dead after this time without a sign of life. */
  silence: 2 * heartbeat,
  /** A connection that held so long has ended a row of failures. */
  steady: 5_000,
  /** A page change leaves no subscriber for a moment; that is no reason to disconnect. */
  linger: 5_000,
} as const;

export const initialState: BusState = {
  name: 'idle',
  wanted: false,
  paused: false,
  position: null,
  connection: null,
  connections: 0,
  failures: 0,
};

/** What an input makes of a state, and what is to be done about it, in that order. */
export function transition(state: BusState, input: BusInput): BusStep {
  if ('connection' in input) {
    return input.connection === state.connection ? connected(state, input) : stay(state);
  }
  switch (input.type) {
    case 'wanted':
      return wanted(state, input.since);
    case 'unwanted':
      return isActive(state)
        ? { state: { ...state, wanted: false }, effects: [arm('linger')] }
        : stay({ ...state, wanted: false });
    case 'pause':
      if (state.name === 'closed') return stay({ ...state, paused: true });
      return state.paused ? stay(state) : rest({ ...state, paused: true }, 'paused');
    case 'resume':
      if (state.name === 'closed') return stay({ ...state, paused: false });
      return state.paused ? wake({ ...state, paused: false }) : stay(state);
    case 'hide':
      return state.name === 'closed' ? stay(state) : rest(state, 'closed');
    case 'show':
      return state.name === 'closed' ? wake(state) : stay(state);
    case 'offline':
      return state.connection === null ? stay(state) : fail(state);
    case 'reachable':
      return state.name === 'waiting' ? connect({ ...state, failures: 0 }) : stay(state);
    case 'handover':
      return isActive(state) ? connect({ ...state, failures: 0 }) : stay(state);
    case 'elapsed':
      return elapsed(state, input.timer);
  }
}

function connected(state: BusState, input: Extract<BusInput, { connection: number }>): BusStep {
  switch (input.type) {
    case 'opened':
      return state.name === 'live' ? stay(state) : opened(state, input.position);
    case 'event': {
      const { position } = state;
      if (state.name !== 'live' || position === null) return stay(state);
      const { event } = input;
      return event.sequence <= position
        ? { state, effects: [arm('silence')] }
        : {
            state: { ...state, position: event.sequence },
            effects: [arm('silence'), { type: 'deliver', event, after: position }],
          };
    }
    case 'beat':
      return { state, effects: [arm('silence')] };
    case 'gap':
      return gap({ ...state, position: null });
    case 'lost':
      return fail(state);
  }
}

function gap(state: BusState): BusStep {
  if (state.name === 'connecting') return connect(state);
  // A source that goes on to leave gaps is a failure like another: else this would spin.
  if (state.name === 'live' && state.failures === 0) return connect({ ...state, failures: 1 });
  return fail(state);
}

function elapsed(state: BusState, timer: BusTimer): BusStep {
  switch (timer) {
    case 'retry':
      return state.name === 'waiting' ? connect(state) : stay(state);
    case 'silence':
      return state.connection === null ? stay(state) : fail(state);
    case 'steady':
      return state.name === 'live' ? stay({ ...state, failures: 0 }) : stay(state);
    case 'linger':
      return state.wanted || !isActive(state) ? stay(state) : rest(state, 'idle');
  }
}

function wanted(state: BusState, since: number | null): BusStep {
  if (isActive(state)) {
    return { state: { ...state, wanted: true }, effects: [{ type: 'disarm', timer: 'linger' }] };
  }
  const next = { ...state, wanted: true, position: since };
  const rebase: BusEffect = { type: 'rebase', position: since };
  if (state.name !== 'idle') return { state: next, effects: [rebase] };
  const step = connect({ ...next, failures: 0 });
  return { ...step, effects: [rebase, ...step.effects] };
}

function opened(state: BusState, position: number): BusStep {
  const live: BusState = { ...state, name: 'live', position };
  const timers = [arm('silence'), arm('steady')];
  // A source that starts elsewhere than asked (say, over a new store) leaves a gap as well.
  return position === state.position
    ? { state: live, effects: timers }
    : { state: live, effects: [...timers, { type: 'rebase', position }, { type: 'announce' }] };
}

/** Opens a connection, in place of the one there may be. */
function connect(state: BusState): BusStep {
  const connection = state.connections + 1;
  return {
    state: {
      ...state,
      name: state.position === null ? 'refetching' : 'connecting',
      connection,
      connections: connection,
    },
    effects: [
      ...disconnect(state),
      { type: 'connect', connection, since: state.position },
      arm('silence'),
    ],
  };
}

function fail(state: BusState): BusStep {
  return {
    state: { ...state, name: 'waiting', connection: null, failures: state.failures + 1 },
    effects: [
      ...disconnect(state),
      { type: 'arm', timer: 'retry', milliseconds: backoff(state.failures) },
    ],
  };
}

/** Ends everything that runs; the position is kept for a return. */
function rest(state: BusState, name: 'idle' | 'paused' | 'closed'): BusStep {
  const active = isActive(state);
  return {
    state: { ...state, name, connection: null, failures: 0 },
    effects: active
      ? [...disconnect(state), { type: 'disarm', timer: 'linger' }, { type: 'leave' }]
      : [],
  };
}

function wake(state: BusState): BusStep {
  if (state.paused) return stay({ ...state, name: 'paused' });
  return state.wanted ? connect(state) : stay({ ...state, name: 'idle' });
}

function disconnect(state: BusState): readonly BusEffect[] {
  if (state.connection !== null) {
    return [
      { type: 'disconnect' },
      { type: 'disarm', timer: 'silence' },
      { type: 'disarm', timer: 'steady' },
    ];
  }
  return state.name === 'waiting' ? [{ type: 'disarm', timer: 'retry' }] : [];
}

/** Whether the feed holds or seeks a connection. */
function isActive({ name }: BusState): boolean {
  return name === 'connecting' || name === 'refetching' || name === 'live' || name === 'waiting';
}

function arm(timer: keyof typeof timerLengths): BusEffect {
  return { type: 'arm', timer, milliseconds: timerLengths[timer] };
}

function stay(state: BusState): BusStep {
  return { state, effects: [] };
}
