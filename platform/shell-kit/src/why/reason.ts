import { isSameBuild } from '../release/build.ts';
import { buildInUse } from '../release/ladder.ts';
import { isRecalled, type ReleaseState } from '../release/state.ts';
import type { Reason } from './facts.ts';

/** What a page knows of the releases that its builds are of. */
type Known = Pick<ReleaseState, 'newest' | 'ladders' | 'recalled'>;

/** Why a page has this build of an app. */
export function reasonOf(state: Known, app: string, build: string): Reason {
  const { newest, ladders } = state;
  if (isRecalled(state, { app, build })) return { why: 'recalled' };
  const given = [newest.shell, ...newest.remotes].find(({ name }) => name === app);
  const released = { app, build: given?.build ?? '' };
  if (!isSameBuild(released, { app, build })) {
    const ladder = ladders[app];
    const isFallback = ladder !== undefined && buildInUse(ladder) === build;
    return { why: isFallback ? 'fallback' : 'released-before', released: released.build };
  }
  if (newest.preview?.builds[app] === build) {
    // A working copy is left by an address of another site.
    return { why: newest.preview.leave.startsWith('/') ? 'preview' : 'working-copy' };
  }
  return { why: given?.canary === true ? 'canary' : 'live' };
}
