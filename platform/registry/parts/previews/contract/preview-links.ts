import { channelNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { buildKeySchema } from '../../../src/contract/build-key.ts';
import { besideSchema, previewLinkSchema } from '../../../src/contract/preview-selection.ts';
import { countSchema } from '../../../src/contract/scalars.ts';

/**
 * A link to a build on the live site, or to several together. `once`: only the browser that opens it first gets the
 * preview.
 */
export const newPreviewLinkSchema = v.object({
  ...buildKeySchema.entries,
  beside: besideSchema,
  channel: v.optional(channelNameSchema, 'production'),
  hours: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(336)), 72),
  once: v.optional(v.boolean(), false),
});
export type NewPreviewLink = v.InferOutput<typeof newPreviewLinkSchema>;

/**
 * A link with the number of browsers that are in a preview through it. A manager's preview by a ticket has the same
 * shape. It is for one browser (`once`), and has an entry for each app of which it shows another build.
 */
export const openPreviewSchema = v.object({ ...previewLinkSchema.entries, browsers: countSchema });
export type OpenPreview = v.InferOutput<typeof openPreviewSchema>;

/** `url` holds the secret, which no other answer has. */
export const openedPreviewLinkSchema = v.object({ link: previewLinkSchema, url: v.string() });
