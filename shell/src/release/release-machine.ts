import type { RemoteRelease } from '@tallystick/shared/contracts/release';
import { jittered } from '@tallystick/shared/machine/backoff';
import { type Clock, systemClock } from '@tallystick/shared/machine/clock';
import { type Machine, runMachine } from '@tallystick/shared/machine/run-machine';
import type { Build } from './build.ts';
import { type Beginning, initialState } from './initial-state.ts';
import type { Notice, ReleaseEffect, ReleaseInput, ReleaseTimer } from './inputs.ts';
import { transition } from './machine.ts';
import { markStarting } from './starting.ts';
import { isRecalled, type ReleaseState } from './state.ts';

/** What a page does about releases once it has its content; see open-tab.ts. */
export interface OpenTabEffects {
  /** The page is about to be made anew where it stands. */
  renewing(): void;
  ask(): void;
  notify(notice: Notice): void;
  watch(on: boolean): void;
  reload(shell: string): void;
}

/** The machine of states.md, as it runs in a page. */
export interface ReleaseMachine extends Machine<ReleaseState, ReleaseInput> {
  /** How to have the router load the page anew; returns how to take that back. */
  connectRouter(revalidate: () => void): () => void;
  connectOpenTab(effects: OpenTabEffects): void;
}

export interface ReleaseMachineParts extends Beginning {
  /** Loads a build; never rejects. */
  load: (remote: RemoteRelease) => Promise<unknown>;
  clock?: Clock;
  /** From 0 up to 1. */
  random?: () => number;
}

export function createReleaseMachine({
  load,
  clock = systemClock,
  random = Math.random,
  ...beginning
}: ReleaseMachineParts): ReleaseMachine {
  let revalidate: (() => void) | null = null;
  let openTab: OpenTabEffects | null = null;

  type Effect = Exclude<ReleaseEffect, { type: 'arm' | 'disarm' }>;
  const carryOut = (effect: Effect) => {
    switch (effect.type) {
      case 'renew':
        openTab?.renewing();
        return revalidate?.();
      case 'load':
        void Promise.all(effect.remotes.map(load)).then(() => dispatch({ type: 'retried' }));
        return;
      case 'starting':
        return markStarting(effect.build);
      case 'ask':
        return openTab?.ask();
      case 'notify':
        return openTab?.notify(effect);
      case 'watch':
        return openTab?.watch(effect.on);
      case 'reload':
        return openTab?.reload(effect.shell);
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
        timer === 'retry' ? jittered(milliseconds, random()) : milliseconds,
    },
  });
  const { dispatch } = machine;

  return {
    ...machine,
    connectRouter(next) {
      revalidate = next;
      // Asked for before there was a router.
      if (machine.state().navigation.type === 'asked') next();
      return () => {
        if (revalidate === next) revalidate = null;
      };
    },
    connectOpenTab(effects) {
      openTab = effects;
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
