import {
  appNameSchema,
  buildIdSchema,
  channelNameSchema,
  revisionNumberSchema,
} from '@tallystick/contract/release';
import * as v from 'valibot';
import { buildKeySchema } from './build-key.ts';
import { timeSchema } from './scalars.ts';

/** What a preview shows: a revision, or (without one) the channel's newest, with other builds in it or without. */
export const selectionSchema = v.object({
  channel: channelNameSchema,
  revision: v.exactOptional(revisionNumberSchema),
  builds: v.record(appNameSchema, buildIdSchema),
  /** The link by which it began: it shows this alone, and ends with the link. */
  link: v.exactOptional(v.string()),
});
export type PreviewSelection = Readonly<v.InferOutput<typeof selectionSchema>>;

/** A selection as it is kept while a browser is in the preview. */
export const keptSelectionSchema = v.pipe(v.string(), v.parseJson(), selectionSchema);

/** Builds of other apps that a preview shows beside its first one. A version before this one shows that one alone. */
export const besideSchema = v.exactOptional(v.record(appNameSchema, buildIdSchema));

/** A link to a build on the live site, or to several together, as it may be shown: never its secret. */
export const previewLinkSchema = v.object({
  id: v.string(),
  ...buildKeySchema.entries,
  beside: besideSchema,
  channel: channelNameSchema,
  once: v.boolean(),
  createdAt: timeSchema,
  createdBy: v.string(),
  expiresAt: timeSchema,
});
export type PreviewLink = v.InferOutput<typeof previewLinkSchema>;

/** All builds that a link shows, by their apps, the first one first. */
export function buildsOfLink({
  app,
  build,
  beside,
}: Pick<PreviewLink, 'app' | 'build' | 'beside'>): Record<string, string> {
  return { [app]: build, ...beside };
}
