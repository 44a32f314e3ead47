import type { Artifact } from '@tallystick/shared/contracts/release';

/** A build on this machine, complete and as its `artifact` says. */
export interface LocalBuild {
  artifact: Artifact;
  /** Bytes of all files. */
  size: number;
  /** The content of a file, `artifact.json` among them. */
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
}
