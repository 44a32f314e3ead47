import { appNameSchema, buildIdSchema } from '@tallystick/contract/release';
import type { PreviewSelection } from '@tallystick/registry/contract/preview-selection';
import * as v from 'valibot';

const numberSchema = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/), v.transform(Number));
const buildSchema = v.pipe(
  v.string(),
  v.transform((text) => text.split('@')),
  v.strictTuple([appNameSchema, buildIdSchema]),
);

/**
 * The selection of a URL with `?revision=7` and `?preview=app@build`, which may be repeated; null if
 * it has none, or an invalid one.
 */
export function parseSelection(url: string, channel: string): PreviewSelection | null {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length));
  const revision = v.safeParse(v.optional(numberSchema), query.get('revision') ?? undefined);
  const builds = v.safeParse(v.array(buildSchema), query.getAll('preview'));
  if (!revision.success || !builds.success) return null;
  if (revision.output === undefined && builds.output.length === 0) return null;
  return {
    channel,
    ...(revision.output !== undefined && { revision: revision.output }),
    builds: Object.fromEntries(builds.output),
  };
}

/** An address within a preview that says what it is of; `parseSelection` reads it back. */
export function pathOf({ revision, builds }: PreviewSelection, page = '/'): string {
  const query = [
    ...(revision === undefined ? [] : [`revision=${revision}`]),
    ...Object.entries(builds).map(([app, build]) => `preview=${app}@${build}`),
  ];
  return `${page}?${query.join('&')}`;
}

/** A selection in words for people. */
export function describeSelection({ channel, revision, builds }: PreviewSelection): string {
  const named = Object.entries(builds).map((build) => build.join(' '));
  const base = revision === undefined ? `The newest of ${channel}` : `${channel} ${revision}`;
  return named.length === 0 ? `${base}.` : `${base} with ${named.join(', ')}.`;
}
