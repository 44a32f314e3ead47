import { joinedRuns } from '@tallystick/store/joined-runs';
import { isUnreachable } from '@tallystick/store/unreachable';
import { type Selectable, sql } from 'kysely';
import { buildsIn } from '../../src/channel/stack.ts';
import type { BuildKey } from '../../src/contract/build-key.ts';
import type { AnyNotice } from '../../src/contract/notice.ts';
import type { PartContext } from '../../src/part/part.ts';
import { changeChannel } from '../../src/store/definition.ts';
import { placeOf, placeWords, type SourceFrame } from './contract/page-errors.ts';
import { fingerprintOf } from './fingerprint.ts';
import { type MapThread, openMapThread } from './source-maps/map-thread.ts';
import { type MapSource, readFrames } from './source-maps/read-frames.ts';
import { readSourceMap } from './source-maps/source-maps.ts';
import type { ErrorTables } from './tables.ts';

/** How many new errors are read through their maps at a time. */
const atOnce = 20;
/** So many notices of errors an app's team gets in a day. */
const noticesOfDay = 10;
const day = 86_400_000;

/** An error of which nobody has read the frames yet. */
type NewError = Pick<
  Selectable<ErrorTables['page_error']>,
  'app' | 'build' | 'key' | 'report' | 'first_seen'
>;

/** What people are told of a group of errors that is new in a build that a channel gives out. */
interface ErrorNotice extends AnyNotice, BuildKey {
  kind: 'error';
  error: { fingerprint: string; name: string; message: string; place: SourceFrame | null };
}

/**
 * Reads the frames of new errors through the source maps of their builds, so that each gets the fingerprint
 * of its group; a group that is new in a build that a channel gives out is told to people, once. What is
 * answered does all that came since, and resolves when that is done.
 */
export function openErrorNaming({
  db: core,
  files,
  audit,
  notify,
  now,
}: PartContext): () => Promise<void> {
  const db = core.withTables<ErrorTables>();
  const readMap: MapSource['readMap'] = (frame) =>
    readSourceMap(db, files.artifacts, frame, frame.path);

  async function nameOne(found: NewError, thread: MapThread): Promise<void> {
    const { app, build, key, report, first_seen } = found;
    const frames = await readFrames(app, report.frames, { readMap, thread });
    const fingerprint = fingerprintOf(report, frames);
    const before = await db
      .selectFrom('page_error')
      .select(['began_build', 'began_at'])
      .where(({ and }) => and({ app, fingerprint }))
      .where('began_at', 'is not', null)
      .orderBy('began_at')
      .executeTakeFirst();
    // Before it is named: if a process ends in between, the next one tells it, and the key makes it once.
    if (before === undefined) await tell(found, fingerprint, frames);
    const began = { build: before?.began_build ?? build, at: before?.began_at ?? first_seen };
    await db
      .updateTable('page_error')
      .set({
        fingerprint,
        frames: JSON.stringify(frames),
        began_build: began.build,
        began_at: began.at.toISOString(),
      })
      .where(({ and }) => and({ app, build, key }))
      .execute();
  }

  /** By each channel that gives the build out. */
  async function tell(
    { app, build, report }: NewError,
    fingerprint: string,
    frames: readonly SourceFrame[],
  ): Promise<void> {
    const at = new Date(now());
    const { channels } = await audit.follow();
    for (const [channel, { newest: current }] of channels) {
      if (!buildsIn(current).some((one) => one.app === app && one.build === build)) continue;
      const { sent } = await db
        .selectFrom('notice')
        .select(({ fn }) => fn.countAll<number>().as('sent'))
        .where('key', 'like', `error ${app} %`)
        .where('made_at', '>', new Date(at.getTime() - day))
        .executeTakeFirstOrThrow();
      if (sent >= noticesOfDay) return;
      const place = placeOf(frames);
      const where = place === null ? '' : ` at ${placeWords(place)}`;
      const { name, message } = report;
      const notice: ErrorNotice = {
        kind: 'error',
        channel,
        app,
        build,
        revision: current.revision,
        at: at.toISOString(),
        text: `New in ${app} ${build}: ${name}: ${message}${where}. See: release errors ${app}`,
        error: { fingerprint, name, message, place },
      };
      await notify(db, `error ${app} ${fingerprint} ${channel}`, notice);
    }
  }

  /**
   * What fails for an error holds up none of another build, nor is it tried again for each of its own: a file store
   * that is away would take seconds for each. Rejects with the first failure.
   */
  async function nameAll(thread: MapThread): Promise<void> {
    const failed = new Map<string, unknown>();
    for (let named = 0; ; ) {
      const leftOut = sql`(select json_array_elements_text(${JSON.stringify([...failed.keys()])}::json))`;
      const rows: NewError[] = await db
        .selectFrom('page_error')
        .select(['app', 'build', 'key', 'report', 'first_seen'])
        .where('fingerprint', 'is', null)
        .where(sql`app || '@' || build`, 'not in', leftOut)
        .orderBy('first_seen')
        .orderBy('key')
        .limit(atOnce)
        .execute();
      for (const row of rows) {
        const build = `${row.app}@${row.build}`;
        if (failed.has(build)) continue;
        try {
          await nameOne(row, thread);
          named += 1;
        } catch (failure) {
          // The database is away for all of them.
          if (isUnreachable(failure)) throw failure;
          failed.set(build, failure);
        }
      }
      if (rows.length === atOnce) continue;
      // Consoles show it at once.
      if (named > 0) await sql`select pg_notify(${changeChannel}, '')`.execute(db);
      for (const failure of failed.values()) throw failure;
      return;
    }
  }

  return joinedRuns(async () => {
    const thread = openMapThread();
    await nameAll(thread).finally(thread.end);
  });
}
