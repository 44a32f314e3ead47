import type { FailureKind } from '../release/build.ts';
import { LoadFailure } from './load-failure.ts';

/** How a build failed, by what it threw as it loaded. */
export function failureKind(error: unknown): FailureKind {
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
