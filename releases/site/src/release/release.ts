import type { BuildRecord } from '@tallystick/registry/build-record';
import type { Revision } from '@tallystick/registry/contract/channel';
import type { Preview, ReleaseDocument } from '@tallystick/shared/contracts/release';
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
 * Joins builds with their records.
 *
 * @throws Error with one line: a build that was never published, or not exactly one shell.
 */
export async function composeRelease(
  { channel, revision }: Pick<Revision, 'channel' | 'revision'>,
  builds: Readonly<Record<string, string>>,
  records: Records,
  { canaries = [], preview }: { canaries?: readonly string[]; preview?: Preview } = {},
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
  const remotes = found.flatMap(({ artifact, manifest }) =>
    artifact.declaration === undefined
      ? []
      : [
          {
            name: artifact.app,
            build: artifact.build,
            base: artifactBase(artifact.app, artifact.build),
            declaration: artifact.declaration,
            files: artifact.files,
            manifest,
            ...canary(artifact.app),
          },
        ],
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
