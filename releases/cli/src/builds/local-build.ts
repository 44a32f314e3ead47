import type { Artifact } from '@tallystick/shared/contracts/release';

/** A build on this machine, complete and as its `artifact` says. */
export interface LocalBuild {
  artifact: Artifact;
  /** Bytes of all files. */
  size: number;
  /** Paths of the source maps beside its files, which the registry alone gets. */
  maps: readonly string[];
  /** The content of a file, `artifact.json` and the maps among them. */
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
}
