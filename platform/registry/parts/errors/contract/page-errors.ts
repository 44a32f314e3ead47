import type { PageError } from '@tallystick/contract/page-error';
import { buildIdSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { countSchema, timeSchema } from '../../../src/contract/scalars.ts';

/** An error as pages report it; the frames are `<app>/<build>/<path>:<line>:<column>`. */
export type ReportedError = Omit<PageError, 'app' | 'build'>;

/**
 * A frame of a stack as its source map has it, or as it was reported if there is no map. It has the file, the line
 * (from 1), and the name of the function if the map says it.
 */
export const sourceFrameSchema = v.object({
  file: v.string(),
  line: countSchema,
  column: countSchema,
  name: v.nullable(v.string()),
  /** Whether the file is one of the app's own: the frame was read through a map, and is not in a dependency. */
  own: v.boolean(),
});
export type SourceFrame = v.InferOutput<typeof sourceFrameSchema>;

/** Errors of an app that are the same in all of its builds. */
export const errorGroupSchema = v.object({
  fingerprint: v.string(),
  name: v.string(),
  /** The newest of its messages, scrubbed. */
  message: v.string(),
  /** The stack frames of the newest error, the innermost first. */
  frames: v.array(sourceFrameSchema),
  /** The first build in which it was seen, and when. */
  began: v.object({ build: buildIdSchema, at: timeSchema }),
  lastSeen: timeSchema,
  /**
   * Browsers in which it was, each counted once a day and build; 0: it was only where the site server renders pages.
   * `reports` counts all reports.
   */
  browsers: countSchema,
  reports: countSchema,
  /** The builds in which it was, the newest first. */
  builds: v.array(
    v.object({
      build: buildIdSchema,
      browsers: countSchema,
      firstSeen: timeSchema,
      lastSeen: timeSchema,
    }),
  ),
});
export type ErrorGroup = v.InferOutput<typeof errorGroupSchema>;

/** How many errors were reported and are not kept, 1,000 standing for all beyond. */
export const missedErrorsSchema = v.object({ errors: countSchema });
export type MissedErrors = v.InferOutput<typeof missedErrorsSchema>;

/** Why errors are missing, for people. */
export const whyMissed =
  'of one network 20 new errors of an app are kept a day, and 200 of an app in all';

/** Where an error was thrown: the innermost frame in a file of the app itself or, if there is none, the innermost. */
export function placeOf(frames: readonly SourceFrame[]): SourceFrame | null {
  return frames.find(({ own }) => own) ?? frames[0] ?? null;
}

/** A place as people write it: `src/total.tsx:12`. */
export function placeWords(place: SourceFrame | null): string {
  return place === null ? '' : `${place.file}:${place.line}`;
}
