import { joinedRuns } from '@tallystick/store/joined-runs';
import { isUnreachable } from '@tallystick/store/unreachable';
import { sql } from 'kysely';
import type { PartContext } from '../../src/part/part.ts';
import { changeChannel } from '../../src/store/definition.ts';
import { tellOfGroup } from './error-notices.ts';
import { fingerprintOf } from './fingerprint.ts';
import { type NewError, readBeginning, readNewErrors, writeGroup } from './new-errors.ts';
import { type MapThread, openMapThread } from './source-maps/map-thread.ts';
import { readFrames } from './source-maps/read-frames.ts';
import { readSourceMap } from './source-maps/source-maps.ts';

/** How many new errors are read through their maps at a time. */
const atOnce = 20;

/**
 * Reads the frames of new errors through the source maps of their builds, so that each gets the fingerprint of its
 * group. People are told once of a group that is new in a build that a channel gives out. The returned function names
 * all errors that have come until it is called, and resolves when that is done.
 */
export function openErrorNaming(context: PartContext): () => Promise<void> {
  return joinedRuns(async () => {
    const thread = openMapThread();
    await nameAll(context, thread).finally(thread.end);
  });
}

/**
 * Names all new errors. A failure does not keep errors of other builds from being named. The failed build is left out
 * for this run, because each try could take seconds while the file store is away. Rejects with the first failure.
 */
async function nameAll(context: PartContext, thread: MapThread): Promise<void> {
  const { db } = context;
  const failed = new Map<string, unknown>();
  for (let named = 0; ; ) {
    const rows = await readNewErrors(db, [...failed.keys()], atOnce);
    for (const row of rows) {
      const build = `${row.app}@${row.build}`;
      if (failed.has(build)) continue;
      try {
        await nameOne(context, row, thread);
        named += 1;
      } catch (failure) {
        // Without the database every further try would fail, too.
        if (isUnreachable(failure)) throw failure;
        failed.set(build, failure);
      }
    }
    if (rows.length === atOnce) continue;
    // Makes open consoles show them at once.
    if (named > 0) await sql`select pg_notify(${changeChannel}, '')`.execute(db);
    for (const failure of failed.values()) throw failure;
    return;
  }
}

async function nameOne(context: PartContext, found: NewError, thread: MapThread): Promise<void> {
  const { db, files } = context;
  const { app, build, report, first_seen } = found;
  const frames = await readFrames(app, report.frames, {
    readMap: (frame) => readSourceMap(db, files.artifacts, frame, frame.path),
    thread,
  });
  const fingerprint = fingerprintOf(report, frames);
  const before = await readBeginning(db, app, fingerprint);
  // Before the group is written: if this process ends in between, the next one tells of it. The notice's key keeps it
  // from being sent twice.
  if (before === undefined) await tellOfGroup(context, found, fingerprint, frames);
  const began = { build: before?.build ?? build, at: before?.at ?? first_seen };
  await writeGroup(db, found, { fingerprint, frames, began });
}
