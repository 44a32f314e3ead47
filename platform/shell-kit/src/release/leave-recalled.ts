import type { ReleaseEffect } from './inputs.ts';
import { type ReleaseInPage, remoteBuild } from './release-in-page.ts';
import { isRecalled, type ReleaseState, releaseInUse } from './state.ts';

/** Has the page made anew where it stands, with the newest release. */
export function renew(state: ReleaseState, effects: ReleaseEffect[]): ReleaseState {
  effects.push({ type: 'renew' });
  return { ...state, navigation: { type: 'asked', release: state.goal } };
}

/** A recall does not wait for a navigation: the page is made anew as soon as there is another build. */
export function leaveRecalled(state: ReleaseState, effects: ReleaseEffect[]): ReleaseState {
  const gives = (release: ReleaseInPage, app: string): boolean => {
    const build = remoteBuild(release, app);
    return build !== undefined && isRecalled(state, { app, build });
  };
  const candidates = [...state.mounted, state.page?.build, state.heldBack.at(-1)];
  const bad = candidates.find(
    (build) => build != null && isRecalled(state, build) && gives(releaseInUse(state), build.app),
  );
  if (!bad || gives(state.goal, bad.app)) return state;
  const replacement = { type: 'loading', title: titleOf(state, bad.app) } as const;
  return { ...renew(state, effects), replacement };
}

/** What people call a remote. */
export function titleOf(
  { goal, shown }: Pick<ReleaseState, 'goal' | 'shown'>,
  app: string,
): string {
  const remotes = [...goal.remotes, ...shown.remotes];
  return remotes.find(({ name }) => name === app)?.declaration.title ?? app;
}
