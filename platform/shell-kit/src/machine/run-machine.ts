import type { Clock } from '@tallystick/timing/clock';

/** What an input makes of a state, and what is to be done about it, in that order. */
export interface Step<State, Effect> {
  readonly state: State;
  readonly effects: readonly Effect[];
}

/** `arm` starts a timer, or starts it anew; when it ends the machine gets an input. */
export type TimerEffect<Timer extends string> =
  | { readonly type: 'arm'; readonly timer: Timer; readonly milliseconds: number }
  | { readonly type: 'disarm'; readonly timer: Timer };

export interface MachineParts<State, Input, Effect, Timer extends string> {
  readonly initial: State;
  /** Without side effects. */
  readonly transition: (state: State, input: Input) => Step<State, Effect | TimerEffect<Timer>>;
  readonly carryOut: (effect: Effect) => void;
  /** For a machine that has timers. */
  readonly timers?: {
    readonly clock: Clock;
    readonly elapsed: (timer: Timer) => Input;
    /** How long a timer runs that is armed for so many milliseconds; without it, exactly so long. */
    readonly spread?: (timer: Timer, milliseconds: number) => number;
  };
}

/** A state machine that runs. */
export interface Machine<State, Input> {
  readonly state: () => State;
  readonly dispatch: (input: Input) => void;
  /** Calls the listener after each change of the state; returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Runs a state machine: takes its inputs one after the other and carries out what follows. An input that
 * an effect or a listener leads to waits its turn; all are taken before the outermost `dispatch` returns.
 */
export function runMachine<
  State,
  Input,
  Effect extends { readonly type: string },
  Timer extends string = never,
>(parts: MachineParts<State, Input, Effect, Timer>): Machine<State, Input> {
  const { transition, carryOut } = parts;
  let state = parts.initial;
  let isRunning = false;
  const inputs: Input[] = [];
  const cancels = new Map<Timer, () => void>();
  const listeners = new Set<() => void>();

  const dispatch = (input: Input): void => {
    inputs.push(input);
    if (isRunning) return;
    isRunning = true;
    try {
      for (let next = inputs.shift(); next !== undefined; next = inputs.shift()) take(next);
    } finally {
      isRunning = false;
    }
  };

  const take = (input: Input): void => {
    const before = state;
    const step = transition(before, input);
    state = step.state;
    for (const effect of step.effects) {
      if (isTimerEffect<Timer>(effect)) setTimer(effect);
      else carryOut(effect);
    }
    if (state === before) return;
    for (const listener of [...listeners]) listener();
  };

  const setTimer = (effect: TimerEffect<Timer>): void => {
    const { timer } = effect;
    cancels.get(timer)?.();
    cancels.delete(timer);
    if (effect.type === 'disarm' || parts.timers === undefined) return;
    const { clock, elapsed, spread } = parts.timers;
    const length = spread?.(timer, effect.milliseconds) ?? effect.milliseconds;
    const run = () => {
      cancels.delete(timer);
      dispatch(elapsed(timer));
    };
    cancels.set(timer, clock(length, run));
  };

  return {
    state: () => state,
    dispatch,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function isTimerEffect<Timer extends string>(effect: {
  readonly type: string;
}): effect is TimerEffect<Timer> {
  return effect.type === 'arm' || effect.type === 'disarm';
}
