import { areSameValues } from '@tallystick/contract/setting-values';
import type { ReleaseEffect } from './inputs.ts';
import { renew } from './leave-recalled.ts';
import { type ReleaseState, releaseInUse } from './state.ts';

/** Settings that are set for open tabs too do not wait for a navigation: a page that has others is made anew. */
export function takeUrgentValues(state: ReleaseState, effects: ReleaseEffect[]): ReleaseState {
  const inUse = releaseInUse(state);
  const shown = [...state.mounted, ...state.widgets].map(({ app }) => app);
  const isUrgent = state.goal.remotes.some(({ name, values, valuesNow = 0 }) => {
    if (valuesNow <= inUse.revision || !shown.includes(name)) return false;
    const now = inUse.remotes.find((one) => one.name === name)?.values;
    return !areSameValues(now, values);
  });
  return isUrgent ? renew(state, effects) : state;
}
