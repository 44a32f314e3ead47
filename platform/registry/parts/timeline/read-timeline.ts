import { sql } from 'kysely';
import { provenRevision, type Replay } from '../../src/audit/replay.ts';
import { sourcesIn } from '../../src/channel/board.ts';
import { revisionRows } from '../../src/channel/read-channel.ts';
import type { BuildKey } from '../../src/contract/build-key.ts';
import type { Move } from '../../src/contract/channel.ts';
import type { Reader } from '../../src/store/writes.ts';
import { type Histogram, sumOf } from './contract/histogram.ts';
import {
  type RangeName,
  ranges,
  type Timeline,
  type TimelineCounts,
  type TimelineMark,
} from './contract/timeline.ts';

const maxMarks = 200;

interface Row {
  app: string;
  build: string;
  at: Date;
  loads: number;
  failures: number;
  lcp: Histogram;
  inp: Histogram;
}

export interface TimelineQuestion {
  channel: string;
  /** Undefined: the whole site. */
  app: string | undefined;
  range: RangeName;
}

/**
 * What happened up to now, in milliseconds since 1970. `sample`: the share of browsers that was counted.
 *
 * @throws Altered if a revision is not what the log says
 */
export async function readTimeline(
  db: Reader,
  replay: Replay,
  { channel, app, range }: TimelineQuestion,
  { now, sample }: { now: number; sample: number },
): Promise<Timeline> {
  const { step, buckets } = ranges[range];
  const oldest = now - (now % step) - (buckets - 1) * step;
  const from = new Date(oldest).toISOString();
  const rows = await readRows(db, { channel, app, step, from });
  const countsOf = (of: readonly Row[]): TimelineCounts[] =>
    [...Map.groupBy(of, ({ at }) => at.getTime())].map(([at, same]) => ({
      bucket: Math.round((at - oldest) / step),
      loads: Math.round(same.reduce((sum, { loads }) => sum + loads, 0) / sample),
      failures: Math.round(same.reduce((sum, { failures }) => sum + failures, 0) / sample),
      lcp: [...sumOf(same.map(({ lcp }) => lcp))],
      inp: [...sumOf(same.map(({ inp }) => inp))],
    }));
  const byBuild = Map.groupBy(
    rows.filter((row) => row.app !== ''),
    (row) => `${row.app}@${row.build}`,
  );
  const builds = [...byBuild.values()].flatMap((of) =>
    of.slice(0, 1).map((row) => ({ app: row.app, build: row.build, counts: countsOf(of) })),
  );
  const marks = await readMarks(db, replay, { channel, app, from });
  return {
    ...{ from, step, buckets },
    all: countsOf(rows.filter((row) => row.app === (app ?? ''))),
    builds,
    marks,
    sources: sourcesIn(replay, [
      ...builds,
      ...marks.flatMap(({ moves }) => moves.flatMap(movedBuilds)),
    ]),
  };
}

function movedBuilds({ app, from, to, canaryFrom, canaryTo }: Move): BuildKey[] {
  return [from, to, canaryFrom?.build, canaryTo?.build].flatMap((build) =>
    build ? [{ app, build }] : [],
  );
}

/** For the site these are its own rows, and those of builds where they failed. */
async function readRows(
  db: Reader,
  {
    channel,
    app,
    step,
    from,
  }: Pick<TimelineQuestion, 'channel' | 'app'> & { step: number; from: string },
): Promise<Row[]> {
  const which = app === undefined ? sql`(app = '' or failures > 0)` : sql`app = ${app}`;
  const { rows } = await sql<Row>`
    select app, build, at, loads, failures, lcp, inp from timeline
    where channel = ${channel} and step = ${step / 1_000} and at >= ${from}::timestamptz and ${which}
    order by app, build, at`.execute(db);
  return rows;
}

async function readMarks(
  db: Reader,
  replay: Replay,
  { channel, app, from }: Pick<TimelineQuestion, 'channel' | 'app'> & { from: string },
): Promise<TimelineMark[]> {
  let query = revisionRows(db, replay, channel)
    .where(sql<boolean>`(body ->> 'at') >= ${from}`)
    .orderBy('revision', 'desc')
    .limit(maxMarks);
  if (app !== undefined) {
    query = query.where(sql<boolean>`(body -> 'moves') @> ${JSON.stringify([{ app }])}::jsonb`);
  }
  return (await query.execute())
    .map(({ body }) => provenRevision(replay, body))
    .map(({ revision, at, by, reason, kind, moves }) => ({
      revision,
      at,
      by,
      reason,
      kind,
      moves,
    }));
}
