import type { BuildKey } from '../contract/build-key.ts';

/** Key of the advisory lock between who adds or copies files of builds, who share it, and who deletes them. */
export const filesLock = 7_205_102;

/** Files of one build, with the time of the newest. */
export interface StoredBuild extends BuildKey {
  /** Milliseconds since 1970. */
  changedAt: number;
  /** Bytes of each file, by its path. */
  sizes: ReadonlyMap<string, number>;
}

/** A file stands where a folder would have to, or a folder where the file would. */
export class PathTaken extends Error {}

/** Files by app, build and path: those of artifacts in one, those of drafts in another. Paths are relative, with `/`. */
export interface FileStore {
  /** Resolves when the bytes are kept for good; the same path again is overwritten. */
  write(app: string, build: string, path: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or null if there are none. */
  read(app: string, build: string, path: string): Promise<Uint8Array | null>;
  list(app: string, build: string): Promise<string[]>;
  /** Removes a whole build; no error if there is none. */
  remove(app: string, build: string): Promise<void>;
  /**
   * Writes unless there is a file already: true if these bytes are kept now, false if there are
   * others under the path, which stay. Nothing that was kept is ever overwritten.
   */
  keep(app: string, build: string, path: string, bytes: Uint8Array): Promise<boolean>;
  /** Resolves when what was kept of a build survives a power cut. */
  settle(app: string, build: string): Promise<void>;
  /** Removes what was begun before a time (milliseconds since 1970) and never ended. */
  tidy(before: number): Promise<void>;
  /** Every build that has a file. */
  all(): Promise<StoredBuild[]>;
}

/** Where bytes are kept. */
export interface FileStores {
  /** Rejects, with a reason for a person, if nothing could be read there now. */
  check(): Promise<void>;
  artifacts: FileStore;
  /** What was uploaded and not published yet; nobody can fetch it. */
  drafts: FileStore;
}
