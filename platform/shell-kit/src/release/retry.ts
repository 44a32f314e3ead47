import type { ReleaseEffect } from './inputs.ts';
import { works } from './ladder.ts';
import { mayRecoverBy, updateLadder } from './ladders.ts';
import { renew } from './leave-recalled.ts';
import { type ReleaseState, runningBuild } from './state.ts';

/** Milliseconds until a build is tried again whose files did not come: the first time, at most. */
const firstRetryMs = 30_000;
const maxRetryMs = 600_000;

/** Arms the next try, where a build failed by what may pass. */
export function retryDue(state: ReleaseState, effects: ReleaseEffect[]): ReleaseState {
  const { retry } = state;
  if (retry.type !== 'none' || mayRecoverBy(state).length === 0) return state;
  const milliseconds = Math.min(firstRetryMs * 2 ** Math.min(retry.failures, 10), maxRetryMs);
  effects.push({ type: 'arm', timer: 'retry', milliseconds });
  return { ...state, retry: { ...retry, type: 'waiting' } };
}

/** Tries what was missing once more. */
export function retryFiles(state: ReleaseState, effects: ReleaseEffect[]): ReleaseState {
  const { failures, type } = state.retry;
  const remotes = mayRecoverBy(state);
  if (type === 'trying') return state;
  effects.push({ type: 'disarm', timer: 'retry' });
  if (remotes.length === 0) return { ...state, retry: { type: 'none', failures: 0 } };
  effects.push({ type: 'load', remotes });
  const apps = remotes.map(({ name }) => name);
  const trying: ReleaseState = { ...state, retry: { type: 'trying', failures, apps } };
  return apps.reduce((next, app) => updateLadder(next, app, { type: 'retryDue' }), trying);
}

/** Nothing that works is taken away, but a notice gives way to what is there now. */
export function retryOver(state: ReleaseState, effects: ReleaseEffect[]): ReleaseState {
  const { retry, page, ladders } = state;
  if (retry.type !== 'trying') return state;
  const failures = mayRecoverBy(state).length === 0 ? 0 : retry.failures + 1;
  const next: ReleaseState = { ...state, retry: { type: 'none', failures } };
  const app = page?.build?.app;
  // A widget whose files are there now comes by itself.
  if (app === undefined || runningBuild(state) !== null || !retry.apps.includes(app)) return next;
  const ladder = ladders[app];
  return ladder !== undefined && works(ladder) ? renew(next, effects) : next;
}
