import type { RemoteRelease } from '@tallystick/contract/release';
import { jittered } from '@tallystick/timing/backoff';
import { type Clock, systemClock } from '@tallystick/timing/clock';
import { runMachine } from '../machine/run-machine.ts';
import type { Build } from './build.ts';
import { type Beginning, initialState } from './initial-state.ts';
import type { OpenTabEffect, ReleaseEffect, ReleaseInput, ReleaseTimer } from './inputs.ts';
import { transition } from './machine.ts';
import { markStanding } from './starting.ts';
import { isRecalled, type ReleaseState } from './state.ts';

/** The machine of states.md, as it runs in a page. */
export type ReleaseMachine = ReturnType<typeof createReleaseMachine>;

export interface ReleaseMachineParts extends Beginning {
  /** Loads a build; never rejects. */
  load: (remote: RemoteRelease) => Promise<unknown>;
  clock?: Clock;
}

export function createReleaseMachine({
  load,
  clock = systemClock,
  ...beginning
}: ReleaseMachineParts) {
  let revalidate: (() => void) | null = null;
  let openTab: ((effect: OpenTabEffect) => void) | null = null;

  type Effect = Exclude<ReleaseEffect, { type: 'arm' | 'disarm' }>;
  const carryOut = (effect: Effect) => {
    switch (effect.type) {
      case 'load':
        void Promise.all(effect.remotes.map(load)).then(() => dispatch({ type: 'retried' }));
        return;
      case 'starting':
        return markStanding(effect.build);
      default:
        openTab?.(effect);
        if (effect.type === 'renew') revalidate?.();
    }
  };
  const machine = runMachine<ReleaseState, ReleaseInput, Effect, ReleaseTimer>({
    initial: initialState(beginning),
    transition,
    carryOut,
    timers: {
      clock,
      elapsed: (timer) => ({ type: 'elapsed', timer }),
      spread: (timer, milliseconds) =>
        timer === 'retry' || timer === 'ask' ? jittered(milliseconds, Math.random()) : milliseconds,
    },
  });
  const { dispatch } = machine;

  return {
    ...machine,
    /** How to have the router load the page anew; returns how to take that back. */
    connectRouter(next: () => void) {
      revalidate = next;
      // Asked for before there was a router.
      if (machine.state().navigation.type === 'asked') next();
      return () => {
        if (revalidate === next) revalidate = null;
      };
    },
    /** How to carry out what a page does once it has its content. */
    connectOpenTab(carryOut: (effect: OpenTabEffect) => void) {
      openTab = carryOut;
    },
  };
}

/**
 * Resolves when the build may be shown: at once, or when it is recalled no more. Rejects when `signal`
 * aborts.
 */
export async function whenAllowed(
  { state, dispatch, subscribe }: ReleaseMachine,
  build: Build,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  if (!isRecalled(state(), build)) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stop = subscribe(() => {
    if (!isRecalled(state(), build)) resolve();
  });
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  dispatch({ type: 'held-back', build });
  try {
    await promise;
  } finally {
    stop();
    dispatch({ type: 'let-go', build });
  }
}
