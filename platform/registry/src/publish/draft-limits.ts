import type { Limits } from '../contract/app-settings.ts';
import type { StoredBuild } from '../files/file-store.ts';
import { isForPreviews } from './draft-name.ts';
import { bytesOf } from './limits.ts';

/** What the drafts of all apps may take together. Drafts for previews are counted apart, up to the same number. */
const maxOfAll = { drafts: 100, files: 100_000, bytes: 4_096 * 1_048_576 };

/** Why a file of a draft cannot be added to the drafts that there are; null: it can. `bytes`: the size of the file. */
export function draftLimitProblem(
  drafts: readonly StoredBuild[],
  { app, build, bytes }: { app: string; build: string; bytes: number },
  limits: Limits,
): string | null {
  // Previews are counted apart, so that drafts of cancelled jobs keep no release from being published.
  const alike = drafts.filter((draft) => isForPreviews(draft.build) === isForPreviews(build));
  const isNew = drafts.some((draft) => draft.app === app && draft.build === build) ? 0 : 1;
  if (alike.filter((draft) => draft.app === app).length + isNew > limits.drafts) {
    return `${app} is at its limit of drafts (${limits.drafts}): publish one, or wait until they are ${limits.draftHours} h old; a manager raises it by "settings ${app} --drafts N"`;
  }
  const isFull =
    alike.length + isNew > maxOfAll.drafts ||
    drafts.reduce((sum, { sizes }) => sum + sizes.size, 0) >= maxOfAll.files ||
    bytesOf(drafts.flatMap(({ sizes }) => [...sizes])) + bytes > maxOfAll.bytes;
  return isFull
    ? 'drafts take all the room that there is for them: publish one, or wait until a day has passed'
    : null;
}
