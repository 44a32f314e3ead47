import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { askOnward } from './ask-onward.ts';
import { listenAnywhere } from './listen-anywhere.ts';

/** Somebody between a browser and all servers, who changes some of what comes. */
export type TamperingProxy = Awaited<ReturnType<typeof startTamperingProxy>>;

/** The body with one bit of its middle byte turned. */
export function flipByte(body: Buffer): Buffer {
  const at = Math.floor(body.length / 2);
  return Buffer.concat([
    body.subarray(0, at),
    Buffer.from([(body[at] ?? 0) ^ 1]),
    body.subarray(at + 1),
  ]);
}

/** Starts one; it takes whole addresses, as a browser sends them to a proxy for http. */
export async function startTamperingProxy() {
  let target: string | null = null;
  let change = flipByte;
  let changed = 0;
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '');
    if (url === null) {
      response.writeHead(400).end();
      return;
    }
    const isTarget = url.pathname === target;
    // A whole answer is asked for.
    const { 'if-none-match': _, ...anew } = request.headers;
    const headers = isTarget ? anew : request.headers;
    const pass = async () => {
      const answer = await askOnward(url, request, response, { headers });
      const { statusCode = 502, headers: given } = answer;
      if (!isTarget) return pipeline(answer, response.writeHead(statusCode, given));
      const body = await buffer(answer);
      changed += 1;
      const { 'content-encoding': coding, 'content-length': _, ...rest } = given;
      response.writeHead(statusCode, rest).end(change(decode(body, coding)));
    };
    pass().catch(() => response.destroy());
  });
  const { port, close } = await listenAnywhere(server);
  return {
    /** For a browser's settings. */
    server: `http://127.0.0.1:${port}`,
    /** What is made of the answer at this path; one path at a time, null: of none. */
    tamper(path: string | null, how = flipByte) {
      target = path;
      change = how;
      changed = 0;
    },
    /** How many answers were changed since `tamper`. */
    changed: () => changed,
    close,
  };
}

function decode(body: Buffer, coding: string | undefined): Buffer {
  if (coding === 'br') return brotliDecompressSync(body);
  return coding === 'gzip' ? gunzipSync(body) : body;
}
