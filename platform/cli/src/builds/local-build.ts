import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildSource } from '@tallystick/contract/build-source';
import type { Artifact } from '@tallystick/contract/release';

/** A build on this machine, complete and as its `artifact` says. */
export interface LocalBuild {
  artifact: Artifact;
  /** The commit that it was built from; undefined: nothing says so. */
  source: BuildSource | undefined;
  /** Bytes of each of its files. */
  sizes: Readonly<Record<string, number>>;
  /** Bytes of each source map beside them, which the registry alone gets. */
  maps: Readonly<Record<string, number>>;
  /** Bytes of its `sbom.json`, which the registry alone gets; null: nothing says what is in it. */
  sbom: number | null;
  /** The content of a file, `artifact.json`, `sbom.json` and the maps among them. */
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
}

/** The source maps that a folder has of these files, with their bytes. */
export function mapsOf(folder: string, paths: Iterable<string>): LocalBuild['maps'] {
  const maps: Record<string, number> = {};
  for (const path of paths) {
    const map = lstatSync(join(folder, `${path}.map`), { throwIfNoEntry: false });
    if (map?.isFile()) maps[`${path}.map`] = map.size;
  }
  return maps;
}
