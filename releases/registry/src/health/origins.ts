import { readPasts } from '../channel/read-channel.ts';
import { buildsBefore, type Step } from '../channel/stack.ts';
import type { Revision } from '../contract/channel.ts';
import type { Reader } from '../store/writes.ts';

/** How many steps of an app are looked back over. */
const longestPast = 500;

/** Since when an app of a channel is as it is. */
export interface Origin {
  /** The newest revision that moved it, and when (ISO). */
  moved: number;
  movedAt: string;
  /** The revision that brought its live build, when (ISO), and the build that a rollback goes to. */
  live: number;
  liveAt: string;
  before: string | null;
}

/** The origins of all apps of a revision. */
export async function readOrigins(
  db: Reader,
  { channel, builds, recalled }: Pick<Revision, 'channel' | 'builds' | 'recalled'>,
): Promise<Record<string, Origin>> {
  const pasts = await readPasts(db, channel, Object.keys(builds), longestPast);
  const found = Object.entries(pasts).flatMap(([app, steps]) => {
    const moved = steps.at(-1);
    const live = steps.findLast(({ from, to }) => from !== to) ?? steps[0];
    if (moved === undefined || live === undefined) return [];
    const isRecalled = (build: string) =>
      recalled.some((gone) => gone.app === app && gone.build === build);
    const [before = null] = buildsBefore(steps, builds[app] ?? '', isRecalled);
    return [{ app, moved, live, before }];
  });
  const moments = await readMoments(
    db,
    channel,
    found.flatMap(({ moved, live }) => [moved.revision, live.revision]),
  );
  const at = ({ revision }: Step) => moments.get(revision) ?? new Date(0).toISOString();
  return Object.fromEntries(
    found.map(({ app, moved, live, before }) => [
      app,
      {
        moved: moved.revision,
        movedAt: at(moved),
        live: live.revision,
        liveAt: at(live),
        before,
      },
    ]),
  );
}

async function readMoments(
  db: Reader,
  channel: string,
  revisions: readonly number[],
): Promise<Map<number, string>> {
  if (revisions.length === 0) return new Map();
  const rows = await db
    .selectFrom('revision')
    .innerJoin('audit', 'audit.sequence', 'revision.sequence')
    .select(['revision', 'audit.at'])
    .where('channel', '=', channel)
    .where('revision', 'in', [...new Set(revisions)])
    .execute();
  return new Map(rows.map(({ revision, at }) => [revision, at.toISOString()]));
}
