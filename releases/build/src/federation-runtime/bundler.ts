/** A module that a build puts into a share scope under its version. */
export interface Shared {
  /** Resolves to what makes the module; at once if it is eager. */
  get: () => Promise<() => unknown> | (() => unknown);
  /** Name of the app that provides it. */
  from: string;
  eager: boolean;
}

/** Versions of each shared module by its key. The same shape that other federation runtimes use. */
export type ShareScope = Record<string, Record<string, Shared>>;

/** What the bundler knows of a module that a build takes from a share scope. */
export interface Consumed {
  shareScope: string | string[];
  shareKey: string;
  requiredVersion?: string | false;
  strictVersion?: boolean;
  /** The build's own copy, if it has one. */
  fallback?: Shared['get'];
}

interface Provided {
  name: string;
  version: string;
  factory: Shared['get'];
  eager?: boolean | 0 | 1;
}

/** The part of the bundler's runtime (`__webpack_require__`) that federation works on. */
export interface Bundler {
  /** Makers of modules. */
  m: Record<string, (module: { exports: unknown }) => void>;
  /** Modules made. */
  c: Record<string, unknown>;
  S: Record<string, ShareScope>;
  /** What is done for a chunk before it runs. */
  f?: { consumes?: (chunkId: string | number, promises: Promise<unknown>[]) => void };
  /** Starts a share scope. */
  I?: (shareScopeName: string) => unknown;
  initContainer?: (shareScope: ShareScope) => unknown;
  getContainer?: (name: string) => Promise<unknown>;
  initializeExposesData?: { moduleMap: Record<string, () => Promise<unknown>> };
  initializeSharingData?: {
    uniqueName?: string;
    scopeToSharingDataMapping?: Record<string, (Provided | string)[]>;
  };
  consumesLoadingData?: {
    chunkMapping?: Record<string, (string | number)[]>;
    moduleIdToConsumeDataMapping?: Record<string, Consumed>;
    initialConsumes?: (string | number)[];
  };
}

/** The share scope of that name, made if there is none. */
export function shareScopeOf({ S }: Bundler, name: string): ShareScope {
  const present = S[name];
  if (present !== undefined) return present;
  const scope: ShareScope = {};
  S[name] = scope;
  return scope;
}
