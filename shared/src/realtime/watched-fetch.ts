import * as v from 'valibot';

/** What realm-web asks of a fetch. */
const requestSchema = v.object({
  method: v.optional(v.string(), 'GET'),
  headers: v.optional(v.record(v.string(), v.string()), {}),
  body: v.optional(v.string()),
});

/**
 * A fetch for realm-web whose requests end when `signal` aborts, and which says of every chunk of an
 * event stream that it came. The SDK swallows the comments that serve as heartbeats; here they
 * still pass.
 */
export function watchedFetch(signal: AbortSignal, onChunk: () => void) {
  return async (url: string, request?: unknown): Promise<Response> => {
    const { method, headers, body } = v.parse(requestSchema, request ?? {});
    const response = await fetch(url, { method, headers, body: body ?? null, signal });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (!isStream || !response.body) return response;
    const watch = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, stream) => {
        onChunk();
        stream.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(watch), response);
  };
}
