import { Late, within } from '@tallystick/timing/within';

/** Why a build did not load. */
type LoadCode =
  /** A file of it is missing, cut or another one. */
  | 'unavailable'
  /** A file did not come in time. */
  | 'slow'
  /** It needs a singleton in another version than the page has. */
  | 'misfit'
  /** Its code threw as it began, or is not what was asked for. */
  | 'incomplete';

export class LoadFailure extends Error {
  override readonly name = 'LoadFailure';
  readonly code: LoadCode;

  constructor(code: LoadCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Thrown by a route's loader when its remote cannot be loaded; shown as a notice in its zone. */
export class RemoteUnavailable extends Error {
  override readonly name = 'RemoteUnavailable';
  /** The remote's title, as people know it. */
  readonly title: string;

  constructor(title: string, cause: unknown) {
    super(`${title} cannot be loaded`, { cause });
    this.title = title;
  }
}

/** How a build failed, by what it threw as it loaded. */
export function failureKind(error: unknown): LoadCode {
  if (!(error instanceof LoadFailure)) return 'unavailable';
  const { code, cause } = error;
  return code === 'incomplete' && isChunkError(cause) ? 'unavailable' : code;
}

/** The names that bundlers' loaders, and the browsers' own `import()`, give such an error. */
export function isChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return (
    error.name === 'ChunkLoadError' ||
    code === 'CSS_CHUNK_LOAD_FAILED' ||
    /dynamically imported module|Importing a module script failed|Unable to preload CSS/.test(
      error.message,
    )
  );
}

/** Milliseconds that each file that starts a build may take, and its code to begin. */
export const timeoutMs = 20_000;

/** Rejects with `slow` if `promise` has not settled after so many milliseconds; `what` is for people. */
export function withTimeout<Value>(
  what: string,
  promise: Promise<Value>,
  milliseconds = timeoutMs,
): Promise<Value> {
  return within(milliseconds, promise).catch((error: unknown) => {
    throw error instanceof Late ? new LoadFailure('slow', `${what} takes too long`) : error;
  });
}
