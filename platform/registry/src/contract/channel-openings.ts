import { appNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';

/** One thing that pages of a channel may do beyond the strict policy, or that a build asks for. It holds for all apps. */
export const channelOpeningSchema = v.object({
  /** As it is declared, such as `wasm`; an API host is `connect:https://…`. */
  opening: v.string(),
  /** What it lets in, in words for who decides. */
  letsIn: v.string(),
  /** Whether the site opens it for every app; null: its definition is not known here. */
  bySite: v.nullable(v.boolean()),
  /** Apps for which a manager has approved it. */
  approvedFor: v.array(appNameSchema),
  /** Apps of which a build that is live, or in a canary, declares it. */
  neededBy: v.array(appNameSchema),
});
export type ChannelOpening = v.InferOutput<typeof channelOpeningSchema>;
