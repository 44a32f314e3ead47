import { randomHex } from '@tallystick/contract/traceparent';
import type { Ledger } from '@tallystick/shared/api';
import { type Machine, runMachine } from '@tallystick/shell-kit/machine';
import { keep, keptOf, readKept } from './kept.ts';
import { type SignInEffect, type SignInInput, type SignInState, transition } from './machine.ts';

/** What signing in asks of others: the sandbox's codes, and the identity provider. */
export interface SignInServices extends Pick<Ledger, 'createCode' | 'checkCode'> {
  /** Gets ready to sign in, while somebody looks for the e-mail. */
  readonly prepare: () => void;
  readonly signIn: (
    email: string,
  ) => Promise<{ readonly ok: true } | { readonly ok: false; readonly error: string }>;
}

/** A sign-in at a moment, in milliseconds since 1970. */
export interface Snapshot {
  readonly state: SignInState;
  readonly now: number;
}

/** A sign-in that runs. It outlives the page that shows it, not the tab. */
export type SignIn = Machine<Snapshot, SignInInput>;

/** A sign-in where this tab left it, run against `services`. */
export function createSignIn(services: SignInServices, now: () => number = Date.now): SignIn {
  let request = new AbortController();

  const carryOut = async (effect: SignInEffect) => {
    if (effect.type === 'abort') return request.abort();
    request = new AbortController();
    const { signal } = request;
    const answer = await answerTo(services, effect, signal).catch((reason: unknown) => {
      if (signal.aborted) return null;
      throw reason;
    });
    if (answer && !signal.aborted) signIn.dispatch(answer);
  };
  const signIn = runMachine<Snapshot, SignInInput, SignInEffect>({
    initial: { state: readKept(), now: now() },
    transition(before, input) {
      const time = now();
      const { state, effects } = transition(before.state, input, time);
      return { state: { state, now: time }, effects };
    },
    carryOut: (effect) => void carryOut(effect),
  });
  let kept = signIn.state().state;
  signIn.subscribe(() => {
    const { state } = signIn.state();
    if (state !== kept) keep(keptOf(state));
    kept = state;
  });
  return signIn;
}

async function answerTo(
  services: SignInServices,
  effect: Exclude<SignInEffect, { type: 'abort' }>,
  signal: AbortSignal,
): Promise<SignInInput> {
  switch (effect.type) {
    case 'request': {
      services.prepare();
      const answer = await services.createCode(effect.email, signal);
      if (answer.ok) return { type: 'code-sent', ...answer.data, attempt: randomHex(16) };
      const { error: reason, retryAfter } = answer;
      return { type: 'code-not-sent', reason, retryAfter };
    }
    case 'check': {
      const { type: _, ...check } = effect;
      const answer = await services.checkCode(check, signal);
      if (answer.ok) return { type: 'code-right' };
      const { error: reason, retryAfter, triesLeft } = answer;
      return { type: 'code-wrong', reason, retryAfter, triesLeft };
    }
    case 'sign-in': {
      const answer = await services.signIn(effect.email);
      return answer.ok ? { type: 'signed-in' } : { type: 'refused', reason: answer.error };
    }
  }
}
