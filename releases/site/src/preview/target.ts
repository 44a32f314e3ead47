import type { PreviewTarget } from '@tallystick/registry/contract/admin-api';
import { appNameSchema, buildIdSchema } from '@tallystick/shared/contracts/release';
import * as v from 'valibot';

/** What is looked at: a revision, or the newest one with other builds in it, or both. */
export interface Looked {
  channel: string;
  /** Absent: the channel's newest. */
  revision?: number;
  builds: Readonly<Record<string, string>>;
}

const numberSchema = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/), v.transform(Number));
const buildSchema = v.pipe(
  v.string(),
  v.transform((text) => text.split('@')),
  v.strictTuple([appNameSchema, buildIdSchema]),
);

export function lookedAt(target: PreviewTarget): Looked {
  return { builds: {}, ...target };
}

/**
 * What a URL asks to look at by `?revision=7` and `?preview=app@build`, which may stand there more
 * than once; null if it asks for nothing, or for something that cannot be meant.
 */
export function askedFor(url: string, channel: string): Looked | null {
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

/** The path at which a preview begins; `askedFor` reads it back. */
export function pathOf({ revision, builds }: Looked): string {
  const query = [
    ...(revision === undefined ? [] : [`revision=${revision}`]),
    ...Object.entries(builds).map(([app, build]) => `preview=${app}@${build}`),
  ];
  return `/?${query.join('&')}`;
}

/** What is looked at, for people. */
export function whatIs({ channel, revision, builds }: Looked): string {
  const named = Object.entries(builds).map((build) => build.join(' '));
  const base = revision === undefined ? `The newest of ${channel}` : `${channel} ${revision}`;
  return named.length === 0 ? `${base}.` : `${base} with ${named.join(', ')}.`;
}
