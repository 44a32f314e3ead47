import { isChunkError } from '../federation/chunk-error.ts';
import type { LoadFailure } from '../federation/load-failure.ts';
import type { FailureKind } from '../federation/running.ts';

/** How a build failed, by what it threw as it loaded or in a page of it. */
export function kindOf(error: unknown, at: 'load' | 'page'): FailureKind {
  if (at === 'page') return isChunkError(error) ? 'chunk' : 'render';
  if (!isLoadFailure(error)) return 'unavailable';
  const { code, cause } = error;
  return code === 'incomplete' && isChunkError(cause) ? 'unavailable' : code;
}

/** By its name: the class itself stays in the shell's first file. */
function isLoadFailure(error: unknown): error is LoadFailure {
  return error instanceof Error && error.name === 'LoadFailure';
}
