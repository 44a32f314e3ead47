import { isChunkError, RemoteUnavailable } from '../federation/load-failure.ts';

/** Why a page cannot be shown that threw this, or whose loader did, as far as it matters to who wanted to see it. */
export function failureOf(error: unknown) {
  if (error instanceof Response && error.status === 404) return { code: 'not-found' } as const;
  // The app that brings the page did not load; `part` is what people call it.
  if (error instanceof RemoteUnavailable) {
    return { code: 'part-missing', part: error.title } as const;
  }
  // Of a missing chunk the page is there, but a script or stylesheet that it loads later is not.
  return { code: isChunkError(error) ? 'chunk-missing' : 'unexpected' } as const;
}
