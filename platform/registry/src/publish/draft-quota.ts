import { singleFlight } from '@tallystick/store/repeat';
import { type Limits, limitsOf, settingsOf } from '../contract/app-settings.ts';
import type { Collection } from '../contract/history.ts';
import { type Refusal, refusal } from '../contract/problem.ts';
import type { FileStore, StoredBuild } from '../files/file-store.ts';
import type { Settings } from '../registry.ts';
import { draftLimitProblem } from './draft-limits.ts';
import { bytesOf, largerThanLimit } from './limits.ts';

const hour = 3_600_000;
/** How long a refused draft is kept after its last file, in milliseconds: longer than a file takes to arrive. */
const refusedLife = hour / 6;
/** How often the drafts are measured again at most, in milliseconds. */
const measureEvery = 5_000;

export type DraftQuota = ReturnType<typeof openDraftQuota>;

/** Counts what drafts take, refuses files beyond the limits, and deletes old drafts. `now`: milliseconds since 1970. */
export function openDraftQuota(drafts: FileStore, settings: Settings['all'], now: () => number) {
  let counted = new Map<string, StoredBuild>();
  let measuredAt: number | null = null;
  /** When drafts were refused, by key. It stays when a file arrives that was already being sent. */
  const refusals = new Map<string, number>();
  /** Drafts that were published since the last sweep began. */
  const gone = new Set<string>();

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
      const draft = latestOf(stored, counted.get(key));
      const life = lifeOf(draft, refusals.get(key), limitsOf(settingsOf(set, app)));
      const due = now() - life.since >= life.lasts;
      if (!due || dryRun) left.set(key, draft);
      if (!due) continue;
      swept.drafts += 1;
      swept.bytes += bytesOf([...draft.sizes]);
      if (!dryRun) await drafts.remove(app, build);
    }
    // The list may have a draft that was published since.
    for (const key of gone) left.delete(key);
    counted = withNewer(left, counted, begun);
    for (const key of refusals.keys()) if (!counted.has(key)) refusals.delete(key);
    measuredAt = performance.now();
    return swept;
  }
  const measure = singleFlight(() => sweep());

  return {
    /** Counts a file, or refuses it if it would be too much. */
    add: async (
      app: string,
      build: string,
      path: string,
      bytes: number,
    ): Promise<Refusal | null> => {
      const key = keyOf(app, build);
      const limits = limitsOf(settingsOf(await settings(), app));
      const problem = () => draftLimitProblem([...counted.values()], { app, build, bytes }, limits);
      const isOld = measuredAt === null || performance.now() - measuredAt > measureEvery;
      if (measuredAt === null || (isOld && problem() !== null)) await measure();
      const known = counted.get(key) ?? { app, build, sizes: new Map<string, number>() };
      const sizes = new Map(known.sizes).set(path, bytes);
      const large = largerThanLimit(app, build, sizes, limits);
      if (large !== null) {
        if (counted.has(key)) refusals.set(key, now());
        return large;
      }
      const limited = problem();
      if (limited !== null) return refusal('limited', limited);
      counted.set(key, { app, build, sizes, changedAt: now() });
      return null;
    },
    /** The draft was refused: it is deleted once nobody has added to it for a while. */
    refused: (app: string, build: string) => refusals.set(keyOf(app, build), now()),
    /** The draft was published and removed. */
    forget: (app: string, build: string): void => {
      const key = keyOf(app, build);
      gone.add(key);
      counted.delete(key);
      refusals.delete(key);
    },
    sweep,
  };
}

const keyOf = (app: string, build: string) => `${app}@${build}`;

/** A draft with the later of the two times of its last change: the file store's clock may differ from this one. */
function latestOf(stored: StoredBuild, counted: StoredBuild | undefined): StoredBuild {
  return { ...stored, changedAt: Math.max(stored.changedAt, counted?.changedAt ?? 0) };
}

/** How long a draft is kept, and since when; both in milliseconds. */
function lifeOf(
  { changedAt }: StoredBuild,
  refusedAt: number | undefined,
  { draftHours }: Limits,
): { since: number; lasts: number } {
  return {
    since: Math.max(changedAt, refusedAt ?? 0),
    lasts: refusedAt === undefined ? draftHours * hour : refusedLife,
  };
}

/** Drafts that were listed, with those that were added to since `begun`, which the list may not have. */
function withNewer(
  listed: ReadonlyMap<string, StoredBuild>,
  counted: ReadonlyMap<string, StoredBuild>,
  begun: number,
): Map<string, StoredBuild> {
  const all = new Map(listed);
  for (const [key, draft] of counted) {
    if (draft.changedAt < begun) continue;
    const sizes = new Map([...(listed.get(key)?.sizes ?? []), ...draft.sizes]);
    all.set(key, { ...draft, sizes });
  }
  return all;
}
