import type { Fields } from '../fields/fields.ts';
import { type TypedText, typedTexts } from '../fields/typed-texts.ts';
import { titleOf } from './leave-recalled.ts';
import type { Releases } from './releases.ts';
import { exposedBuilds, isRecalled } from './state.ts';

/** What a recall has taken away with a part of the page, and was not saved. */
export interface Lost {
  /** What people call the part. */
  readonly title: string;
  /** What somebody typed there; empty: what they changed is no text. */
  readonly texts: readonly TypedText[];
}

/** Tells what goes with a recalled build as it leaves the page: its code must not stay, what was typed must. */
export function watchLost(
  release: Pick<Releases, 'state' | 'subscribe' | 'blockers'>,
  fields: Pick<Fields, 'changedIn'>,
  tell: (lost: Lost) => void,
): void {
  let exposed = exposedBuilds(release.state());
  release.subscribe(() => {
    const state = release.state();
    const now = exposedBuilds(state);
    const leaving = exposed.filter((build) => !now.includes(build) && isRecalled(state, build));
    exposed = now;
    for (const build of leaving) {
      // A component says that it goes before React removes what it has drawn.
      const texts = typedTexts(fields, `[data-part="${build.app}"]`);
      if (texts.length === 0 && !release.blockers.any(build)) continue;
      tell({ title: titleOf(state, build.app), texts });
    }
  });
}
