import { integrityOf } from '@tallystick/contract/file-hashes';
import { isSourceMap } from '@tallystick/registry/contract/artifact-path';
import type { Registry } from '@tallystick/registry/registry';
import { isPageFile } from '../offline-cache/worker/cached-page.ts';
import type { BuildRecord } from '../release/records.ts';
import { orUnavailable } from '../release/unavailable.ts';

/** A file of an artifact; `integrity` is that of its plain bytes. */
export interface ArtifactFile {
  app: string;
  build: string;
  path: string;
  integrity: string;
}

/** Only what the artifact states is a file of it, so no path leads anywhere else; a source map never is. */
export function fileOf({ artifact }: BuildRecord, path: string): ArtifactFile | null {
  if (isSourceMap(path)) return null;
  const { app, build, files } = artifact;
  const integrity = Object.hasOwn(files, path) ? files[path] : undefined;
  return integrity === undefined ? null : { app, build, path, integrity };
}

/** The files of a build that browsers load. */
export function filesOf(record: BuildRecord): ArtifactFile[] {
  const paths = Object.keys(record.artifact.files).filter(isPageFile);
  return paths.flatMap((path) => fileOf(record, path) ?? []);
}

export function keyOf({ app, build, path }: ArtifactFile): string {
  return `${app} ${build} ${path}`;
}

/** The bytes of a file; null: there are none, or they are not those that were published. */
export type ReadArtifactFile = (file: ArtifactFile) => Promise<Uint8Array | null>;

/** Reads files, and holds each against the hash that its build was published with. */
export function artifactFileReader(
  files: Pick<Registry['files'], 'read'>,
  log: (line: string) => void,
): ReadArtifactFile {
  return async (file) => {
    const plain = await orUnavailable(keyOf(file), files.read(file.app, file.build, file.path));
    if (plain === null || integrityOf(plain) === file.integrity) return plain;
    log(`${keyOf(file)} is not what it was when it was published; it is not served.`);
    return null;
  };
}
