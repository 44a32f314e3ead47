import { type Refusal, refusal } from '../contract/problem.ts';
import type { FileStore, StoredBuild } from '../files/file-store.ts';
import { singleFlight } from '../single-flight.ts';

const megabyte = 1_048_576;
/** What the drafts of one app may take, and those of all. A publisher's token is for one app. */
const maxOfApp = { builds: 10, files: 10_000, bytes: 600 * megabyte };
const maxOfAll = { builds: 100, files: 100_000, bytes: 4_096 * megabyte };
/** A draft that nobody has added to for so long is deleted when its room is needed, in milliseconds. */
const maxAge = 86_400_000;
/** So often what is there is measured again at most, in milliseconds. */
const measureEvery = 5_000;

export interface DraftQuota {
  /** Takes a file into account; a refusal, if there is no room for it. */
  add(app: string, build: string, bytes: number): Promise<Refusal | null>;
  /** The draft is gone. */
  forget(app: string, build: string): void;
}

/**
 * Counts what drafts take. A file that is put again counts twice until all are measured again, which is
 * done before anything is refused.
 *
 * @param now milliseconds since 1970
 */
export function openDraftQuota(drafts: FileStore, now: () => number): DraftQuota {
  let counted = new Map<string, StoredBuild>();
  let measuredAt: number | null = null;

  const measure = singleFlight(async () => {
    const found = new Map<string, StoredBuild>();
    for (const draft of await drafts.all()) {
      const { app, build, changedAt } = draft;
      if (now() - changedAt >= maxAge) await drafts.remove(app, build);
      else found.set(`${app}@${build}`, draft);
    }
    counted = found;
    measuredAt = performance.now();
  });

  function problemWith(app: string, build: string, bytes: number): string | null {
    const own = [...counted.values()].filter((draft) => draft.app === app);
    const isNew = !counted.has(`${app}@${build}`);
    if (exceeds(own, maxOfApp, isNew, bytes)) {
      return `the drafts of ${app} take all the room that one app has`;
    }
    return exceeds([...counted.values()], maxOfAll, isNew, bytes)
      ? 'drafts take all the room that there is for them'
      : null;
  }

  return {
    add: async (app, build, bytes) => {
      const isOld = measuredAt === null || performance.now() - measuredAt > measureEvery;
      if (measuredAt === null || (isOld && problemWith(app, build, bytes) !== null))
        await measure();
      const problem = problemWith(app, build, bytes);
      if (problem !== null) {
        return refusal('limited', `${problem}: publish one, or wait until a day has passed`);
      }
      const known = counted.get(`${app}@${build}`) ?? { app, build, files: 0, bytes: 0 };
      counted.set(`${app}@${build}`, {
        ...known,
        files: known.files + 1,
        bytes: known.bytes + bytes,
        changedAt: now(),
      });
      return null;
    },
    forget: (app, build) => {
      counted.delete(`${app}@${build}`);
    },
  };
}

function exceeds(
  drafts: readonly StoredBuild[],
  limit: typeof maxOfApp,
  isNew: boolean,
  bytes: number,
): boolean {
  const sum = (of: (draft: StoredBuild) => number) =>
    drafts.reduce((all, draft) => all + of(draft), 0);
  return (
    drafts.length + (isNew ? 1 : 0) > limit.builds ||
    sum((draft) => draft.files) >= limit.files ||
    sum((draft) => draft.bytes) + bytes > limit.bytes
  );
}
