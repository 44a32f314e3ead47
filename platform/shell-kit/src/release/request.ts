import type { ReleaseDocument } from '@tallystick/contract/release';
import { backoff } from '@tallystick/timing/backoff';
import type { ReleaseEffect } from './inputs.ts';
import { followRelease, withLadders } from './ladders.ts';
import type { ReleaseState } from './state.ts';

/** Asks for the release of this browser, if a newer one than it has was announced. */
export function askFor(state: ReleaseState, effects: ReleaseEffect[]): ReleaseState {
  const { announced, newest, request } = state;
  if (announced <= newest.revision || request.type === 'sent') return state;
  if (request.type === 'waiting') effects.push({ type: 'disarm', timer: 'ask' });
  return ask(state, effects);
}

/** The wait is over. */
export function askAgain(state: ReleaseState, effects: ReleaseEffect[]): ReleaseState {
  if (state.announced > state.newest.revision) return ask(state, effects);
  return { ...state, request: { type: 'none' } };
}

export function askLater(state: ReleaseState, effects: ReleaseEffect[]): ReleaseState {
  const failures = failuresOf(state);
  effects.push({ type: 'arm', timer: 'ask', milliseconds: backoff(failures) });
  return { ...state, request: { type: 'waiting', failures: failures + 1 } };
}

/** A release has come: it is followed, but never to a lower revision. */
export function arriveAt(
  state: ReleaseState,
  release: ReleaseDocument,
  effects: ReleaseEffect[],
): ReleaseState {
  const isNewer = release.revision >= state.newest.revision;
  const followed = { ...state, newest: isNewer ? release : state.newest, unreadable: false };
  const next = isNewer ? withLadders(followed, followRelease(followed)) : followed;
  if (next.newest.revision >= state.announced) return { ...next, request: { type: 'none' } };
  // More was announced since it was asked for: that is not a failure.
  const isOvertaken = state.request.type !== 'sent' || state.announced > state.request.announced;
  return isOvertaken ? ask(next, effects) : askLater(next, effects);
}

function ask(state: ReleaseState, effects: ReleaseEffect[]): ReleaseState {
  effects.push({ type: 'ask' });
  const { announced } = state;
  return { ...state, request: { type: 'sent', announced, failures: failuresOf(state) } };
}

function failuresOf({ request }: ReleaseState): number {
  return request.type === 'none' ? 0 : request.failures;
}
