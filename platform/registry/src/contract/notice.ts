import { channelNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { buildKeySchema } from './build-key.ts';
import { verdictSchema } from './health.ts';
import { timeSchema } from './scalars.ts';

/**
 * What the registry reports to people about a failing build, by the webhook and on the board. It has paused the
 * canary (`held`), it has gone back (`rolled-back`), or it does nothing and says why (`left`).
 */
export const noticeSchema = v.object({
  kind: v.picklist(['held', 'rolled-back', 'left']),
  channel: channelNameSchema,
  ...buildKeySchema.entries,
  /** The revision that was made; for `left`, the one that brought the build. */
  revision: v.number(),
  at: timeSchema,
  /** For a person: what fails, and what was done or stands in the way. */
  text: v.string(),
  verdict: verdictSchema,
});
export type Notice = v.InferOutput<typeof noticeSchema>;

/** The fields that notices of all kinds have; each kind has more. */
export interface AnyNotice extends Pick<Notice, 'channel' | 'app' | 'revision' | 'at' | 'text'> {
  kind: string;
}
