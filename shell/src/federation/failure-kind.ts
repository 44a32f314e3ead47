import type { FailureKind } from '../release/build.ts';
import { isChunkError } from './chunk-error.ts';
import { LoadFailure } from './load-failure.ts';

/** How a build failed, by what it threw as it loaded or in a page of it. */
export function failureKind(error: unknown, at: 'load' | 'page'): FailureKind {
  if (at === 'page') return isChunkError(error) ? 'chunk' : 'render';
  if (!(error instanceof LoadFailure)) return 'unavailable';
  const { code, cause } = error;
  return code === 'incomplete' && isChunkError(cause) ? 'unavailable' : code;
}
