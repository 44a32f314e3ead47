import { isChunkError } from '../federation/chunk-error.ts';
import type { LoadFailure } from '../federation/load-failure.ts';
import type { FailureKind } from '../federation/running.ts';

/** The words of the build preset's federation runtime for a singleton that does not fit. */
const misfit = /shared (?:as|here)|share scope/;

/** How a build failed, by what it threw as it loaded or in a page of it. */
export function kindOf(error: unknown, at: 'load' | 'page'): FailureKind {
  if (at === 'page') return isChunkError(error) ? 'chunk' : 'render';
  if (!isLoadFailure(error)) return 'unavailable';
  const { code, cause } = error;
  if (code !== 'incomplete') return code;
  if (isChunkError(cause)) return 'unavailable';
  return cause instanceof Error && misfit.test(cause.message) ? 'misfit' : 'incomplete';
}

/** By its name: the class itself stays in the shell's first file. */
function isLoadFailure(error: unknown): error is LoadFailure {
  return error instanceof Error && error.name === 'LoadFailure';
}
