import { flipByte } from '@tallystick/e2e/src/house/tampering-proxy.ts';

/** How an answer fails on its way through a proxy. */
export type Failure =
  /** The connection ends before the answer. */
  | 'refused'
  /** Nothing ever comes. */
  | 'hangs'
  /** Not there: 404, as the site server says it. */
  | 'missing'
  | 'error-500'
  /** What a proxy says of a server that is away. */
  | 'error-502'
  /** A page in its place, with status 200. */
  | 'a-page'
  /** Half of it, then the connection is cut. */
  | 'cut'
  /** Half of it, as though that were all. */
  | 'truncated'
  /** One bit in the middle is another. */
  | 'flipped'
  /** Six seconds later. */
  | 'late';

/** Milliseconds by which a `late` answer is delayed. */
export const delayMs = 6_000;

/** A whole answer. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** What is sent in an answer's place. */
export interface Sent extends Answer {
  /** Whether the connection is cut after the body, which is then shorter than `content-length`. */
  cut: boolean;
}

/** The answer as it is sent. It must not be compressed, or a flipped bit is not one of its text. */
export function applyFailure(
  failure: Exclude<Failure, 'refused' | 'hangs' | 'late'>,
  answer: Answer,
): Sent {
  const instead = (status: number, type: string, text: string): Sent => {
    const body = Buffer.from(text);
    return { status, headers: headersOf(answer, body, type), body, cut: false };
  };
  switch (failure) {
    case 'missing':
      return instead(
        404,
        'application/json',
        '{"code":"unknown","error":"There is nothing here."}',
      );
    case 'error-500':
      return instead(500, 'text/plain', 'Internal Server Error');
    case 'error-502':
      return instead(502, 'text/html', '<h1>502 Bad Gateway</h1>');
    case 'a-page':
      return instead(200, 'text/html', '<!doctype html><title>Welcome</title><h1>Welcome</h1>');
    case 'cut':
    case 'truncated': {
      const body = answer.body.subarray(0, Math.floor(answer.body.byteLength / 2));
      const cut = failure === 'cut';
      return { ...answer, headers: headersOf(answer, cut ? answer.body : body), body, cut };
    }
    case 'flipped': {
      const body = flipByte(answer.body);
      return { ...answer, headers: headersOf(answer, body), body, cut: false };
    }
  }
}

/** Not to be cached: the next answer may be whole. */
function headersOf({ headers }: Answer, body: Buffer, type?: string): Answer['headers'] {
  const { 'transfer-encoding': _chunked, etag: _etag, ...rest } = headers;
  return {
    ...rest,
    ...(type !== undefined && { 'content-type': type }),
    'content-length': String(body.byteLength),
    'cache-control': 'no-store',
  };
}
