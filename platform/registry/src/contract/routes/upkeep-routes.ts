import * as v from 'valibot';
import { auditEntrySchema, collectionSchema, datedVerificationSchema } from '../history.ts';
import type { Route } from '../route.ts';
import { get, pageQuery, post } from './parts.ts';

/** The registry itself, and whoever watches it. */
export const upkeepRoutes = {
  audit: {
    ...get,
    path: '/v1/audit',
    about: 'Entries of the audit log, newest first.',
    query: pageQuery,
    answer: v.array(auditEntrySchema),
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
