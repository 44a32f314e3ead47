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
 * What `GET /releases/events` (SSE, event `release`) says, at once and after each new revision: the
 * state, not the step, so that a tab that missed some has lost nothing.
 */
export const releaseNewsSchema = v.object({
  channel: channelNameSchema,
  revision: revisionNumberSchema,
  /** Builds to leave at once. */
  recalled: v.array(v.object(buildOfApp)),
});
export type ReleaseNews = v.InferOutput<typeof releaseNewsSchema>;

/**
 * How a build failed in a tab: a file missing, cut or another (`unavailable`) or past its time
 * (`slow`), code that threw as it began or lacks a page (`incomplete`), a singleton whose version does
 * not fit (`misfit`), an error in an event right after it began (`boot`), while rendering or in an
 * effect (`render`), a file that a page loads later (`chunk`), or an error in an event long after it
 * began, which the page survived (`event`; once per tab).
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

/** The entry of `server-timing` by which a page gets a ticket. */
export const ticketEntry = 'page';

/** Text that only the site can make; see `POST /releases/tickets`. */
export const pageTicketSchema = v.pipe(v.string(), v.maxLength(200));

/**
 * What an open tab says of itself, whole each time (`POST /releases/reports`, by beacon): when a
 * part has come to run or has failed, every 30 s while it is open, and as it goes.
 */
export const tabReportSchema = v.object({
  tab: v.pipe(v.string(), v.uuid()),
  /** Counts up within the tab; an older report that arrives late is dropped. */
  sequence: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  channel: channelNameSchema,
  revision: revisionNumberSchema,
  /**
   * The build that the running code itself carries: of the shell, and of the remote whose components
   * are in the page now. A build that is only in memory does not run.
   */
  running: v.record(appNameSchema, buildIdSchema),
  /** Since the last report. */
  loads: v.array(
    v.object({
      ...buildOfApp,
      /** Milliseconds from asking for it to its pages being there. */
      took: v.optional(v.pipe(v.number(), v.finite(), v.minValue(0))),
    }),
  ),
  failures: v.array(v.object({ ...buildOfApp, kind: v.picklist(failureKinds) })),
  /** Steps down the ladder since the last report; `to` null: to the notice in its zone. */
  steps: v.optional(
    v.array(v.object({ app: appNameSchema, from: buildIdSchema, to: v.nullable(buildIdSchema) })),
  ),
  /** Released builds that run again in this tab after a step down from them. */
  recovered: v.optional(v.array(v.object(buildOfApp))),
  /** Errors of builds, each once; what is not well formed is left out with all of them. */
  errors: v.fallback(
    v.optional(v.pipe(v.array(pageErrorSchema), v.maxLength(errorBounds.errors))),
    [],
  ),
  leaving: v.boolean(),
  /** By which the site knows which page of a remote it is; without it, no failure counts against a build. */
  ticket: v.optional(pageTicketSchema),
});
export type TabReport = v.InferOutput<typeof tabReportSchema>;
