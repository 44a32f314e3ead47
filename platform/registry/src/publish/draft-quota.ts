import { singleFlight } from '@tallystick/store/repeat';
import { type Limits, limitsOf, settingsOf } from '../contract/app-settings.ts';
import type { Collection } from '../contract/history.ts';
import { type Refusal, refusal } from '../contract/problem.ts';
import type { FileStore, StoredBuild } from '../files/file-store.ts';
import type { Settings } from '../registry.ts';
import { isForPreviews } from './draft-name.ts';
import { bytesOf, largerThanLimit } from './limits.ts';

/** What the drafts of all apps may take; of drafts so many, and as many for previews. */
const maxOfAll = { drafts: 100, files: 100_000, bytes: 4_096 * 1_048_576 };
const hour = 3_600_000;
/** A draft that was refused is deleted if nobody adds to it for so long: longer than a file may take to arrive. */
const refusedLife = hour / 6;
/** So often what is there is measured again at most, in milliseconds. */
const measureEvery = 5_000;

export type DraftQuota = ReturnType<typeof openDraftQuota>;

/** Counts what drafts take, holds it against the limits of their apps, and deletes what nobody needs. `now`: milliseconds since 1970. */
export function openDraftQuota(drafts: FileStore, settings: Settings['all'], now: () => number) {
  let counted = new Map<string, StoredBuild>();
  let measuredAt: number | null = null;
  /** When drafts were refused. A file that was under way meanwhile takes nothing back. */
  const refusals = new Map<string, number>();
  /** Drafts that were published since the last look at all of them began. */
  const gone = new Set<string>();

  const keyOf = (app: string, build: string) => `${app}@${build}`;

  function isDue(draft: StoredBuild, { draftHours }: Limits): boolean {
    const refusedAt = refusals.get(keyOf(draft.app, draft.build));
    const since = Math.max(draft.changedAt, refusedAt ?? 0);
    return now() - since >= (refusedAt === undefined ? draftHours * hour : refusedLife);
  }

  /** Deletes drafts that are too old or were refused; with `dryRun` it only says how many. */
  async function sweep({ dryRun } = { dryRun: false }): Promise<Collection['drafts']> {
    const begun = now();
    gone.clear();
    const set = await settings();
    const swept = { drafts: 0, bytes: 0 };
    const left = new Map<string, StoredBuild>();
    for (const stored of await drafts.all()) {
      const { app, build } = stored;
      const key = keyOf(app, build);
      // The clock of the files may be another than the store's.
      const changedAt = Math.max(stored.changedAt, counted.get(key)?.changedAt ?? 0);
      const draft = { ...stored, changedAt };
      const due = isDue(draft, limitsOf(settingsOf(set, app)));
      if (!due || dryRun) left.set(key, draft);
      if (!due) continue;
      swept.drafts += 1;
      swept.bytes += bytesOf([...draft.sizes]);
      if (!dryRun) await drafts.remove(app, build);
    }
    // It was published after it was looked for.
    for (const key of gone) left.delete(key);
    for (const [key, draft] of counted) {
      // It was added to after it was looked for.
      if (draft.changedAt < begun) continue;
      const sizes = new Map([...(left.get(key)?.sizes ?? []), ...draft.sizes]);
      left.set(key, { ...draft, sizes });
    }
    for (const key of refusals.keys()) if (!left.has(key)) refusals.delete(key);
    counted = left;
    measuredAt = performance.now();
    return swept;
  }
  const measure = singleFlight(() => sweep());

  function problemWith(app: string, build: string, bytes: number, limits: Limits): string | null {
    const all = [...counted.values()];
    // Previews have places of their own: those of jobs that were cancelled are in the way of no release.
    const alike = all.filter((draft) => isForPreviews(draft.build) === isForPreviews(build));
    const isNew = !counted.has(keyOf(app, build)) ? 1 : 0;
    if (alike.filter((draft) => draft.app === app).length + isNew > limits.drafts) {
      return `${app} is at its limit of drafts (${limits.drafts}): publish one, or wait until they are ${limits.draftHours} h old; a manager raises it by "settings ${app} --drafts N"`;
    }
    const isFull =
      alike.length + isNew > maxOfAll.drafts ||
      all.reduce((sum, { sizes }) => sum + sizes.size, 0) >= maxOfAll.files ||
      bytesOf(all.flatMap(({ sizes }) => [...sizes])) + bytes > maxOfAll.bytes;
    return isFull
      ? 'drafts take all the room that there is for them: publish one, or wait until a day has passed'
      : null;
  }

  return {
    /** Takes a file into account; a refusal, if it would be too much. */
    add: async (
      app: string,
      build: string,
      path: string,
      bytes: number,
    ): Promise<Refusal | null> => {
      const key = keyOf(app, build);
      const limits = limitsOf(settingsOf(await settings(), app));
      const isOld = measuredAt === null || performance.now() - measuredAt > measureEvery;
      if (measuredAt === null || (isOld && problemWith(app, build, bytes, limits) !== null)) {
        await measure();
      }
      const known = counted.get(key) ?? { app, build, sizes: new Map<string, number>() };
      const sizes = new Map(known.sizes).set(path, bytes);
      const large = largerThanLimit(app, build, sizes, limits);
      if (large !== null) {
        if (counted.has(key)) refusals.set(key, now());
        return large;
      }
      const problem = problemWith(app, build, bytes, limits);
      if (problem !== null) return refusal('limited', problem);
      counted.set(key, { app, build, sizes, changedAt: now() });
      return null;
    },
    /** The draft was refused: it is deleted as soon as nobody adds to it any more. */
    refused: (app: string, build: string) => refusals.set(keyOf(app, build), now()),
    /** The draft is gone. */
    forget: (app: string, build: string): void => {
      const key = keyOf(app, build);
      gone.add(key);
      counted.delete(key);
      refusals.delete(key);
    },
    sweep,
  };
}
