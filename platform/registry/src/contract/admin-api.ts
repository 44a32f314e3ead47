import {
  appNameSchema,
  artifactSchema,
  buildIdSchema,
  channelNameSchema,
  revisionNumberSchema,
} from '@tallystick/contract/release';
import * as v from 'valibot';
import { buildSummarySchema } from './history.ts';
import { actorSchema } from './tokens.ts';

// Bodies and answers of the admin API that are not state of the registry.

/** Header that a request by the console's cookie carries unless it only reads. */
export const consoleHeader = 'x-tallystick-console';

/**
 * `GET /v1/whoami`: who is asking, and what this registry can do that one of an earlier version, or with fewer parts,
 * cannot. A command asks before it relies on it: whoever publishes may be ahead of the servers.
 */
export const whoamiSchema = v.object({
  ...actorSchema.entries,
  capabilities: v.optional(v.array(v.string()), []),
});

/** `GET /v1/builds/:app/:build`: a build with the size of each file in bytes. */
export const buildDetailSchema = v.object({
  ...buildSummarySchema.entries,
  artifact: artifactSchema,
  sizes: v.record(v.string(), v.number()),
});

/** What a manager wants to see on the site before anybody else: a revision, or builds over the live one. */
export const previewTargetSchema = v.union([
  v.strictObject({
    channel: v.optional(channelNameSchema, 'production'),
    revision: revisionNumberSchema,
  }),
  v.strictObject({
    channel: v.optional(channelNameSchema, 'production'),
    builds: v.record(appNameSchema, buildIdSchema),
  }),
]);
export type PreviewTarget = v.InferOutput<typeof previewTargetSchema>;

/** What the secret of a ticket stands for. */
export const grantedPreviewSchema = v.object({
  target: previewTargetSchema,
  /** Name of the token that asked for it. */
  by: v.string(),
});

/**
 * A form with the field `ticket`, posted to `action`, leads to a page that asks; a yes there, within a minute, begins
 * the preview, once.
 */
export const previewTicketSchema = v.object({ action: v.string(), ticket: v.string() });
export type PreviewTicket = v.InferOutput<typeof previewTicketSchema>;
