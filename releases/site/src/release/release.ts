import type { BuildRecord } from '@tallystick/registry/build-record';
import type { Revision } from '@tallystick/registry/contract/channel';
import type { Preview, ReleaseDocument, RemoteBuild } from '@tallystick/shared/contracts/release';
import type { Records } from './records.ts';

/** What one page, or one kind of page, is made from: a build of each app, and all known of it. */
export interface Release {
  /** Names the choice of builds: two releases with the same key are the same. */
  key: string;
  document: ReleaseDocument;
  shell: BuildRecord;
  remotes: ReadonlyMap<string, BuildRecord>;
}

/** Path of an artifact on the site, with a trailing slash. */
export function artifactBase(app: string, build: string): string {
  return `/artifacts/${app}/${build}/`;
}

/** The builds of a revision for a browser that gets the canaries of `canaries`. */
export function buildsOf(revision: Revision, canaries: readonly string[]): Record<string, string> {
  const chosen = canaries.flatMap((app) => {
    const canary = revision.canaries[app];
    return canary === undefined ? [] : [[app, canary.build] as const];
  });
  return { ...revision.builds, ...Object.fromEntries(chosen) };
}

/**
 * The builds that such a browser falls back to, of each remote that has one: where the canary does
 * not work, the live build does.
 */
export function fallbacksOf(
  { builds, fallbacks }: Revision,
  canaries: readonly string[],
): Record<string, string> {
  const live = Object.entries(builds).filter(([app]) => canaries.includes(app));
  return { ...fallbacks, ...Object.fromEntries(live) };
}

/** Every build that a revision names, whoever gets it. */
export function namedBy({ builds, canaries, fallbacks }: Revision): (readonly [string, string])[] {
  return [
    ...Object.entries(builds),
    ...Object.entries(canaries).map(([app, { build }]) => [app, build] as const),
    ...Object.entries(fallbacks ?? {}),
  ];
}

export interface ReleaseChoice {
  /** Apps of which the builds are canaries. */
  canaries?: readonly string[];
  /** The build to fall back to, by its app; one that is gone is left out. */
  fallbacks?: Readonly<Record<string, string>>;
  preview?: Preview;
}

/**
 * Joins builds with their records.
 *
 * @throws Error with one line: a build that was never published, or not exactly one shell.
 */
export async function composeRelease(
  { channel, revision }: Pick<Revision, 'channel' | 'revision'>,
  builds: Readonly<Record<string, string>>,
  records: Records,
  { canaries = [], fallbacks = {}, preview }: ReleaseChoice = {},
): Promise<Release> {
  const found = await Promise.all(
    Object.entries(builds).map(async ([app, build]) => {
      const record = await records.read(app, build);
      if (record === null) throw new Error(`${channel} ${revision}: there is no ${app} ${build}`);
      return record;
    }),
  );
  const [shell, ...otherShells] = found.filter(({ artifact }) => artifact.kind === 'shell');
  if (shell === undefined || otherShells.length > 0) {
    throw new Error(`${channel} ${revision} must have one shell`);
  }
  const canary = (app: string) => (canaries.includes(app) ? { canary: true } : {});
  const remotes = await Promise.all(
    found.flatMap(remoteBuildOf).map(async (remote) => {
      const build = fallbacks[remote.name];
      const record = build === undefined ? null : await records.read(remote.name, build);
      const [fallback] = record === null ? [] : remoteBuildOf(record);
      return { ...remote, ...canary(remote.name), ...(fallback && { fallback }) };
    }),
  );
  const { app: name, build } = shell.artifact;
  return {
    key: `${channel}/${revision}/${canaries.join('+')}`,
    document: {
      channel,
      revision,
      shell: { name, build, ...canary(name) },
      remotes,
      ...(preview && { preview }),
    },
    shell,
    remotes: new Map(found.map((record) => [record.artifact.app, record])),
  };
}

/** What a browser gets of a remote's build; nothing of the shell's. */
function remoteBuildOf({ artifact, manifest }: BuildRecord): RemoteBuild[] {
  const { app: name, build, declaration, files } = artifact;
  if (declaration === undefined) return [];
  return [{ name, build, base: artifactBase(name, build), declaration, files, manifest }];
}
