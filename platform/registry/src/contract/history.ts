import { type Owner, ownerSchema } from '@tallystick/contract/owner';
import { appNameSchema, channelNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { buildKeySchema } from './build-key.ts';
import { revisionSchema } from './channel.ts';
import { provenanceSchema } from './provenance.ts';
import { everyApp, timeSchema } from './scalars.ts';

/** One published build, as lists show it. */
export const buildSummarySchema = v.object({
  ...buildKeySchema.entries,
  kind: v.picklist(['shell', 'remote']),
  /** The size of all files, in bytes. */
  size: v.number(),
  files: v.number(),
  publishedAt: timeSchema,
  publishedBy: v.string(),
  /** It was published for previews alone: nobody can promote it before it is published. */
  previewOnly: v.exactOptional(v.literal(true)),
  /** The channels in which it is or was live: a rollback may go back to it there. */
  liveIn: v.exactOptional(v.array(channelNameSchema)),
  provenance: v.exactOptional(provenanceSchema),
  /** The team of the app, as its `remote.json` says. */
  owner: v.exactOptional(ownerSchema),
});
export type BuildSummary = v.InferOutput<typeof buildSummarySchema>;

/** The team of an app, as its live build says, or where none is live the newest. Undefined: that says nothing. */
export function ownerOf(builds: readonly BuildSummary[], live: string | null): Owner | undefined {
  return (builds.find(({ build }) => build === live) ?? builds[0])?.owner;
}

export const lockedAppSchema = v.union([appNameSchema, v.literal(everyApp)]);

export const lockSchema = v.object({
  channel: channelNameSchema,
  app: lockedAppSchema,
  reason: v.string(),
  by: v.string(),
  at: timeSchema,
  /** When it ends by itself. A freeze has that, the lock of an app has not. */
  until: v.exactOptional(timeSchema),
});
export type AppLock = v.InferOutput<typeof lockSchema>;

/** One audit entry. `hash` is the root of the log that ends with it: it covers this entry and all before it. */
export const auditEntrySchema = v.object({
  sequence: v.number(),
  at: timeSchema,
  by: v.string(),
  action: v.picklist([
    'publish',
    'change',
    'lock',
    'unlock',
    'token-create',
    'token-revoke',
    'settings',
    'gc',
    'trust',
    'distrust',
    'token-exchange',
    'preview-link',
    'preview-end',
    'webhook',
    'webhook-remove',
    'train',
    'train-end',
    'sign-in',
    'session-end',
    'break-glass',
    'approval-rule',
    'approval-ask',
    'approval-answer',
  ]),
  detail: v.record(v.string(), v.unknown()),
  previousHash: v.string(),
  hash: v.string(),
});
export type AuditEntry = v.InferOutput<typeof auditEntrySchema>;

/** What `verify` found. It reads all tables and the whole log, and compares each revision with its entry. */
export const verificationSchema = v.object({
  ok: v.boolean(),
  entries: v.number(),
  revisions: v.number(),
  /** Hash of the last entry: keep it elsewhere, and a log that was cut short is found too. */
  head: v.string(),
  /** One line each: what cannot be read, then the history's, the first entry first, then files. */
  problems: v.array(v.string()),
  /** What to do about them, a sentence each. */
  advice: v.optional(v.array(v.string()), []),
});
export type Verification = v.InferOutput<typeof verificationSchema>;

/** The answer of a call, which may be a minute old. */
export const datedVerificationSchema = v.object({
  ...verificationSchema.entries,
  /** When the reading began; absent: the registry is of an earlier version, which has read all just now. */
  at: v.exactOptional(timeSchema),
});
export type DatedVerification = v.InferOutput<typeof datedVerificationSchema>;

/** Revisions, newest first; `before` of the next page, or null at the end. */
export const historyPageSchema = v.object({
  revisions: v.array(revisionSchema),
  next: v.nullable(v.number()),
});
export type HistoryPage = v.InferOutput<typeof historyPageSchema>;

/** What `gc` would delete, or has deleted, and what it kept and why. */
export const collectionSchema = v.object({
  dryRun: v.boolean(),
  deleted: v.array(buildSummarySchema),
  kept: v.array(
    v.object({
      ...buildKeySchema.entries,
      why: v.picklist([
        'live',
        'canary',
        'fallback',
        'rollback-window',
        'recent-tab',
        'newly-published',
        'preview',
      ]),
    }),
  ),
  /** Bytes of builds given back. */
  freed: v.number(),
  /** Drafts that were too old or refused, and their bytes. */
  drafts: v.object({ drafts: v.number(), bytes: v.number() }),
});
export type Collection = v.InferOutput<typeof collectionSchema>;
