import { artifactBase } from '@tallystick/contract/read-release';
import { serverEntryFile } from '@tallystick/contract/server-entry';
import type { ArtifactBodies } from '../artifacts/artifact-bodies.ts';
import type { BuildRecord } from '../release/records.ts';
import type { BuildTexts } from './process-messages.ts';

/** The server entries of two builds. Rejects if one cannot be read. */
export async function textsOf(
  bodies: Pick<ArtifactBodies, 'read'>,
  shell: BuildRecord,
  remote: BuildRecord,
): Promise<BuildTexts> {
  return {
    shell: await textOf(bodies, shell),
    remote: await textOf(bodies, remote),
    files: { shell: fileOf(shell), remote: fileOf(remote) },
  };
}

async function textOf(bodies: Pick<ArtifactBodies, 'read'>, build: BuildRecord): Promise<string> {
  const prepared = await bodies.read(build, serverEntryFile);
  if (prepared === null) throw new Error(`${serverEntryFile} cannot be read`);
  return Buffer.from(prepared.plain).toString();
}

/** The address of its server entry, without the site. */
function fileOf({ artifact: { app, build } }: BuildRecord): string {
  return artifactBase(app, build) + serverEntryFile;
}

/** As `app@build`. */
export function nameOf({ artifact: { app, build } }: BuildRecord): string {
  return `${app}@${build}`;
}
