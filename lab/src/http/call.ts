import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Call {
  method?: string;
  /** Address of this machine that it comes from; absent: 127.0.0.1. */
  from?: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; text and bytes as they are. */
  body?: unknown;
  /** Milliseconds after which it is given up; absent: 30,000, null: never. */
  timeoutMs?: number | null;
  /** Keeps connections for more calls; absent: it has one of its own. */
  agent?: Agent;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  readonly text: string;
}

/** An answer whose connection was closed in the middle. */
class CutOff extends Error {
  readonly code = 'cut';
}

/** One request. Rejects, as a rule with a `code`, if it is not answered. */
export function call(
  url: string,
  { method, from = '127.0.0.1', headers, body, timeoutMs = 30_000, agent }: Call = {},
): Promise<Answer> {
  const json = body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array);
  const sent = json ? JSON.stringify(body) : body;
  return new Promise((resolve, reject) => {
    const asking = request(
      url,
      {
        agent: agent ?? false,
        family: 4,
        localAddress: from,
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: { ...(json && { 'content-type': 'application/json' }), ...headers },
        ...(timeoutMs !== null && { signal: AbortSignal.timeout(timeoutMs) }),
      },
      (answer) => {
        const { statusCode: status = 0, headers } = answer;
        buffer(answer).then(
          (bytes) =>
            resolve({
              status,
              headers,
              bytes,
              get text() {
                return bytes.toString();
              },
            }),
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
