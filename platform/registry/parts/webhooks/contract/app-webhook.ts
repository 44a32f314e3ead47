import { appNameSchema } from '@tallystick/contract/release';
import { isSafeAddress } from '@tallystick/contract/safe-address';
import * as v from 'valibot';
import { reasonSchema } from '../../../src/contract/channel.ts';
import { countSchema, timeSchema } from '../../../src/contract/scalars.ts';
import { webhookShapeSchema } from '../../../src/contract/webhook-shape.ts';

/** What is wrong with the address of a webhook; null: nothing. */
export function webhookProblem(address: string): string | null {
  // Node 20, on which the packed command must run, has no URL.parse.
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null) return 'is not an address such as https://hooks.example/notes';
  const { username, password, hash } = url;
  if (!isSafeAddress(url)) return 'must be https, or on this machine';
  return `${username}${password}${hash}` === '' ? null : 'may hold no name, password or fragment';
}

/** `url`: may be a secret, so a problem does not repeat it, and no answer has it. */
export const newAppWebhookSchema = v.strictObject({
  url: v.pipe(
    v.string(),
    v.maxLength(1_000),
    v.check(
      (url) => webhookProblem(url) === null,
      ({ input }) => `the address ${webhookProblem(input)}`,
    ),
  ),
  shape: v.optional(webhookShapeSchema, 'plain'),
  reason: reasonSchema,
});
export type NewAppWebhook = v.InferInput<typeof newAppWebhookSchema>;

/** Where an app's team is told of its app, as it may be shown. */
export const appWebhookSchema = v.object({
  app: appNameSchema,
  id: v.string(),
  /** Scheme, host and port: the rest of the address may be a secret. */
  origin: v.string(),
  createdAt: timeSchema,
  createdBy: v.string(),
  reason: v.string(),
  /** Absent: plain. */
  shape: v.exactOptional(webhookShapeSchema),
});
export type AppWebhook = v.InferOutput<typeof appWebhookSchema>;

/** Answer to a new address: the only time that the secret is seen by which notices are signed. */
export const setAppWebhookSchema = v.object({
  webhook: appWebhookSchema,
  secret: v.string(),
  /** What the manager should know of the address. */
  note: v.nullable(v.string()),
});
export type SetAppWebhook = v.InferOutput<typeof setAppWebhookSchema>;

/** A webhook, and whether it takes what it is told. */
export const appWebhookStateSchema = v.object({
  webhook: v.nullable(appWebhookSchema),
  /** Notices that it has not taken yet, and how often the oldest of them was tried. */
  waiting: countSchema,
  tries: countSchema,
  /** When it took the last one. */
  lastTakenAt: v.nullable(timeSchema),
});
export type AppWebhookState = v.InferOutput<typeof appWebhookStateSchema>;
