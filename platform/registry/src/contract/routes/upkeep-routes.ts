import * as v from 'valibot';
import { auditFilterEntries } from '../audit-filter.ts';
import { auditEntrySchema, collectionSchema, datedVerificationSchema } from '../history.ts';
import type { Route } from '../route.ts';
import { get, pageQuery, post } from './parts.ts';

/** How the audit log is exported. */
export const exportFormats = ['csv', 'ndjson'] as const;

/** The registry itself, and whoever watches it. */
export const upkeepRoutes = {
  audit: {
    ...get,
    path: '/v1/audit',
    about: 'Entries of the audit log, newest first; those that the query means.',
    query: v.object({ ...pageQuery.entries, ...auditFilterEntries }),
    answer: v.array(auditEntrySchema),
  },
  exportAudit: {
    ...get,
    path: '/v1/audit/export',
    about:
      'The same as a file, each with its sentence: up to 100,000, as CSV or as one JSON document a line.',
    query: v.object({
      before: pageQuery.entries.before,
      ...auditFilterEntries,
      format: v.optional(v.picklist(exportFormats), 'csv'),
    }),
    answer: v.string(),
    answerType: 'text/csv',
  },
  verify: {
    ...get,
    path: '/v1/verify',
    about:
      'Reads all that is kept and holds it against the audit log, at most once a minute; `at` says when that began.',
    answer: datedVerificationSchema,
    refusals: ['forbidden'],
  },
  gc: {
    ...post,
    path: '/v1/gc',
    about: 'Deletes the files of builds that nothing can reach, or says which those are.',
    body: v.object({ dryRun: v.boolean() }),
    answer: collectionSchema,
  },
  events: {
    ...get,
    path: '/v1/events',
    about: 'Server-sent events: `changed` whenever the reader should read again.',
    answer: v.string(),
    answerType: 'text/event-stream',
  },
  health: {
    ...get,
    path: '/health',
    about: 'Whether the process lives.',
    answer: v.object({ status: v.literal('ok') }),
    access: 'open',
  },
  ready: {
    ...get,
    path: '/ready',
    about: 'Whether the server can serve now.',
    answer: v.object({ status: v.literal('ready') }),
    access: 'open',
  },
  openapi: {
    ...get,
    path: '/openapi.json',
    about: 'This document.',
    answer: v.looseObject({ openapi: v.string() }),
    access: 'open',
  },
} satisfies Record<string, Route>;
