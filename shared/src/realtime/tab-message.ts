import * as v from 'valibot';
import { wasSchema } from '../contracts/live.ts';
import { transferRowSchema } from '../contracts/transfer.ts';

const sequence = v.pipe(v.number(), v.integer(), v.minValue(0));
const eventSchema = v.object({
  sequence,
  operation: v.picklist(['insert', 'update']),
  transfer: transferRowSchema,
  /** Values from before an update, which say in which lists the transfer was, and where. */
  was: v.optional(wasSchema),
});

/**
 * What the tabs of a browser say to each other. `from` and `to` name tabs; a message without `to` is
 * for all. Another tab may run another release of the site, so every message is parsed.
 */
export const tabMessageSchema = v.variant('type', [
  /** To whoever leads: tell me every event after `since`. */
  v.object({ type: v.literal('join'), from: v.string(), since: v.nullable(sequence) }),
  /** From the leader: every event after `position` follows; `events` already holds the first of them. */
  v.object({
    type: v.literal('welcome'),
    from: v.string(),
    to: v.string(),
    position: sequence,
    events: v.array(eventSchema),
  }),
  /** From the leader: what you missed is no longer available. */
  v.object({ type: v.literal('gap'), from: v.string(), to: v.string() }),
  /** From the leader: I am live from now on. */
  v.object({ type: v.literal('up'), from: v.string() }),
  /** From the leader: I am not live. */
  v.object({ type: v.literal('down'), from: v.string(), to: v.optional(v.string()) }),
  /** From the leader: the service has just given a sign of life. */
  v.object({ type: v.literal('beat'), from: v.string() }),
  /** From the leader; `after` is the sequence of the event before this one. */
  v.object({ type: v.literal('event'), from: v.string(), after: sequence, event: eventSchema }),
]);
export type TabMessage = v.InferOutput<typeof tabMessageSchema>;
