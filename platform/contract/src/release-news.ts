import * as v from 'valibot';
import { errorBounds } from './error-bounds.ts';
import { pageErrorSchema } from './page-error.ts';
import {
  appNameSchema,
  buildIdSchema,
  channelNameSchema,
  revisionNumberSchema,
} from './release.ts';

const buildOfApp = { app: appNameSchema, build: buildIdSchema };

/**
 * What `GET /releases/events` (SSE, event `release`) sends at once and after each new revision. It is the
 * whole state and not the difference, so that a tab that missed some has lost nothing.
 */
export const releaseNewsSchema = v.object({
  channel: channelNameSchema,
  revision: revisionNumberSchema,
  /** Builds to leave at once. */
  recalled: v.array(v.object(buildOfApp)),
});
export type ReleaseNews = v.InferOutput<typeof releaseNewsSchema>;

/**
 * How a build failed in a tab:
 *
 * - `unavailable`: a file is missing, truncated, or has another hash.
 * - `slow`: a file did not arrive in time.
 * - `incomplete`: the code threw as it began, or lacks a page.
 * - `misfit`: the version of a singleton does not fit.
 * - `boot`: an error in an event right after the build began.
 * - `render`: an error while rendering or in an effect.
 * - `chunk`: a file that a page loads later failed.
 * - `event`: an error in an event long after the build began, which the page survived; once per tab.
 */
export const failureKinds = [
  'unavailable',
  'slow',
  'incomplete',
  'misfit',
  'boot',
  'render',
  'chunk',
  'event',
] as const;

/** The entry of the header `server-timing` that carries a page's ticket. */
export const ticketEntry = 'page';

/** Text that only the site can make; see `POST /releases/tickets`. */
export const pageTicketSchema = v.pipe(v.string(), v.maxLength(200));

/** Milliseconds of a page. */
const timeSchema = v.pipe(v.number(), v.finite(), v.minValue(0));

/**
 * How a page as it was served did, in milliseconds, each told once.
 *
 * - `lcp`: when its largest part was painted (https://web.dev/articles/lcp).
 * - `inp`: how long it took to answer its visitor (https://web.dev/articles/inp).
 */
export const vitalsSchema = v.object({
  lcp: v.optional(timeSchema),
  inp: v.optional(timeSchema),
});
export type Vitals = v.InferOutput<typeof vitalsSchema>;

/**
 * What an open tab reports of itself, whole each time (`POST /releases/reports`, by beacon). It reports
 * when a part has begun to run or has failed, every 30 s while it is open, and as it closes.
 */
export const tabReportSchema = v.object({
  tab: v.pipe(v.string(), v.uuid()),
  /** Counts up within the tab; an older report that arrives late is dropped. */
  sequence: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  channel: channelNameSchema,
  revision: revisionNumberSchema,
  /**
   * Builds by app, as the running code carries them: of the shell, and of the remote whose components
   * are in the page now. A build that is loaded but not shown is not among them.
   */
  running: v.record(appNameSchema, buildIdSchema),
  /** Since the last report. */
  loads: v.array(
    v.object({
      ...buildOfApp,
      /** Milliseconds from the first request until its pages are ready. */
      took: v.optional(timeSchema),
    }),
  ),
  failures: v.array(v.object({ ...buildOfApp, kind: v.picklist(failureKinds) })),
  /** Steps down the ladder since the last report; `to` null: to the notice in its zone. */
  steps: v.optional(
    v.array(v.object({ app: appNameSchema, from: buildIdSchema, to: v.nullable(buildIdSchema) })),
  ),
  /** Released builds that run again in this tab after a step down from them. */
  recovered: v.optional(v.array(v.object(buildOfApp))),
  /** Errors of builds, each once. If one of them is malformed, all of them are left out. */
  errors: v.fallback(
    v.optional(v.pipe(v.array(pageErrorSchema), v.maxLength(errorBounds.errors))),
    [],
  ),
  /** If one of them is malformed, both are left out. */
  vitals: v.fallback(v.optional(vitalsSchema), undefined),
  leaving: v.boolean(),
  /** Proves to the site which remote's page this is; without it, no failure counts against a build. */
  ticket: v.optional(pageTicketSchema),
});
export type TabReport = v.InferOutput<typeof tabReportSchema>;
