import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Call {
  method?: string;
  /** Address of this machine that it comes from; absent: 127.0.0.1. */
  from?: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; text and bytes as they are. */
  body?: unknown;
  timeoutMs?: number;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** An answer whose connection was closed in the middle. */
class CutOff extends Error {
  readonly code = 'cut';
}

/** One request over a connection of its own. Rejects, as a rule with a `code`, if it is not answered. */
export function call(
  url: string,
  { method, from = '127.0.0.1', headers, body, timeoutMs = 30_000 }: Call = {},
): Promise<Answer> {
  const json = body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array);
  const sent = json ? JSON.stringify(body) : body;
  return new Promise((resolve, reject) => {
    const asking = request(
      url,
      {
        agent: false,
        family: 4,
        localAddress: from,
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: { ...(json && { 'content-type': 'application/json' }), ...headers },
        signal: AbortSignal.timeout(timeoutMs),
      },
      (answer) => {
        text(answer).then(
          (all) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: all }),
          () => reject(new CutOff()),
        );
      },
    );
    asking.on('error', reject);
    asking.end(sent);
  });
}

/** An address of this machine in the network `network`, of those between 0 and 255. */
export const addressIn = (network: number, host: number) => `127.0.${network}.${2 + (host % 64)}`;

export const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

/** The cookie of an answer, as a browser sends it back. */
export function cookieOf({ headers }: Answer): string {
  return (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0]).join('; ');
}
