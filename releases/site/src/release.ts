import type { ArtifactStore } from '@tallystick/registry/artifacts';
import type { BuildRecord } from '@tallystick/registry/build-record';
import type { Revision } from '@tallystick/registry/channel';
import type { ReleaseDocument } from '@tallystick/shared/contracts/release';

/** A revision with all that is known of its builds: what a page is made from. */
export interface Release {
  document: ReleaseDocument;
  shell: BuildRecord;
  remotes: ReadonlyMap<string, BuildRecord>;
}

/** Path of an artifact on the site, with a trailing slash. */
export function artifactBase(app: string, build: string): string {
  return `/artifacts/${app}/${build}/`;
}

/**
 * Joins a revision with the records of its builds. A build that was never published, or a
 * revision without exactly one shell, is a broken registry.
 *
 * @throws Error with one line that names the build.
 */
export async function resolveRelease(
  channel: string,
  revision: Revision,
  store: ArtifactStore,
): Promise<Release> {
  const records = await Promise.all(
    Object.entries(revision.builds).map(async ([app, build]) => {
      const record = await store.read(app, build);
      if (record === null) throw new Error(`revision ${revision.revision}: no ${app} ${build}`);
      return record;
    }),
  );
  const [shell, ...otherShells] = records.filter(({ artifact }) => artifact.kind === 'shell');
  if (shell === undefined || otherShells.length > 0) {
    throw new Error(`revision ${revision.revision} must have one shell`);
  }
  const remotes = records.flatMap(({ artifact, manifest }) =>
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
          },
        ],
  );
  return {
    document: {
      channel,
      revision: revision.revision,
      shell: { name: shell.artifact.app, build: shell.artifact.build },
      remotes,
    },
    shell,
    remotes: new Map(records.map((record) => [record.artifact.app, record])),
  };
}
