import { channelNameSchema, revisionNumberSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { namedChangeSchema } from '../../../src/contract/change-request.ts';
import { reasonSchema, revisionSchema } from '../../../src/contract/channel.ts';
import { timeSchema } from '../../../src/contract/scalars.ts';

/** A change that waits for a second person. */
export const askedSchema = v.object({
  id: v.string(),
  channel: channelNameSchema,
  change: namedChangeSchema,
  /** The revision that it would have made as it was asked for; it is not made if an app of it has moved since. */
  wouldBe: v.pick(revisionSchema, [
    ...(['revision', 'kind', 'moves', 'recalled', 'arranged', 'endedPreviews'] as const),
  ]),
  by: v.string(),
  at: timeSchema,
});
export type Asked = v.InferOutput<typeof askedSchema>;

/** Whether a channel asks for a second person, and what waits there, the oldest first. */
export const approvalsSchema = v.object({
  asks: v.boolean(),
  waiting: v.array(v.object({ ...askedSchema.entries, own: v.boolean() })),
});
export type Approvals = v.InferOutput<typeof approvalsSchema>;

export const approvalRuleSchema = v.object({ asks: v.boolean(), reason: reasonSchema });

export const approvalAnswerSchema = v.variant('answer', [
  v.object({ answer: v.literal('approve') }),
  v.object({ answer: v.literal('decline'), reason: reasonSchema }),
]);
export type ApprovalAnswer = v.InferOutput<typeof approvalAnswerSchema>;

/** The revision that an approval has made; null: it was declined, or the channel was like that already. */
export const answeredSchema = v.object({ revision: v.nullable(revisionNumberSchema) });
