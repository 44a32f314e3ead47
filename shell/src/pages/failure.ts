import { isChunkError } from '../federation/chunk-error.ts';
import { RemoteUnavailable } from '../federation/remote-unavailable.ts';

/** Why a page cannot be shown, as far as it makes a difference to whoever wanted to see it. */
export type Failure =
  | { code: 'not-found' }
  /** The app that brings the page did not load; `part` is what people call it. */
  | { code: 'part-missing'; part: string }
  /** The page is there, but a script or stylesheet that it loads later is not. */
  | { code: 'chunk-missing' }
  | { code: 'unexpected' };

/** What it means that a page, or its loader, threw this. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Response && error.status === 404) return { code: 'not-found' };
  if (error instanceof RemoteUnavailable) return { code: 'part-missing', part: error.title };
  return { code: isChunkError(error) ? 'chunk-missing' : 'unexpected' };
}
