import { strings } from '../strings.ts';
import type { Failure, SignInState } from './machine.ts';
import { waitUntil } from './waits.ts';

export type Words = ReturnType<typeof wordsOf>;

/** What a state says to people: a message, and why in a sentence; each empty if there is nothing to say. */
export function wordsOf(state: SignInState) {
  switch (state.name) {
    case 'entering':
      return state.failure ? failed(state.failure) : well('');
    case 'requesting':
    case 'checking':
      return well(strings.messages.asking);
    case 'sent':
      return state.failure ? failed(state.failure) : well(strings.messages.sent);
    case 'signing-in':
    case 'done':
      return well(strings.messages.success);
    case 'refused':
      return state.reason === null
        ? well(strings.codeWasRight)
        : { message: strings.messages.refused, failed: true, reason: state.reason };
    case 'expired':
      return state.failure
        ? failed(state.failure)
        : { message: strings.expired, failed: true, reason: '' };
  }
}

/** How long the code counts and how often it may be tried; empty where there is none to type. */
export function limitsOf(state: SignInState, now: number): string {
  if (state.name !== 'sent' && state.name !== 'checking') return '';
  const { expiresAt, triesLeft } = state.sent;
  return strings.limits(Math.ceil(Math.max(0, expiresAt - now) / 60_000), triesLeft);
}

/** When it makes sense to try again; empty if at once. */
export function waitOf(state: SignInState, now: number): string {
  if (state.name !== 'entering' && state.name !== 'sent') return '';
  // A code that was not sent again says so on its own button.
  if (state.name === 'sent' && state.failure?.message === 'notSent') return '';
  const retryAt = state.failure?.retryAt ?? now;
  const seconds = waitUntil(retryAt, now);
  return seconds === 0 ? '' : strings.tryAgainIn(seconds);
}

function well(message: string) {
  return { message, failed: false, reason: '' };
}

function failed({ message, reason }: Failure) {
  return { message: strings.messages[message], failed: true, reason };
}
