import { channelNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { buildKeySchema } from '../../../src/contract/build-key.ts';
import { previewLinkSchema } from '../../../src/contract/preview-selection.ts';
import { countSchema } from '../../../src/contract/scalars.ts';

/** A link to one build on the live site. `once`: for the browser alone that opens it first. */
export const newPreviewLinkSchema = v.object({
  ...buildKeySchema.entries,
  channel: v.optional(channelNameSchema, 'production'),
  hours: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(336)), 72),
  once: v.optional(v.boolean(), false),
});
export type NewPreviewLink = v.InferOutput<typeof newPreviewLinkSchema>;

/**
 * Likewise, and how many browsers are in a preview that began by it; or what a manager looks at by a ticket, which is
 * one browser's (`once`), and of each app that it shows as nobody else sees it.
 */
export const openPreviewSchema = v.object({ ...previewLinkSchema.entries, browsers: countSchema });
export type OpenPreview = v.InferOutput<typeof openPreviewSchema>;

/** `url` holds the secret: it is in this answer and in no other. */
export const openedPreviewLinkSchema = v.object({ link: previewLinkSchema, url: v.string() });
