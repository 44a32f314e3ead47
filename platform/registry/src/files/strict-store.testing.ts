import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

/** How many names a strict store gives in one answer. */
export const namesAtOnce = 20;

/** Where a strict store listens, and how to end it. */
export interface StrictStore {
  endpoint: string;
  /** The next read finds no object, as if another server wrote it just after. */
  hideNext(): void;
  /** The next conditional write conflicts with another writer, who then fails. */
  conflictNext(): void;
  close(): Promise<void>;
}

/**
 * A proxy before an S3-compatible server that accepts every signature. It adds what a real server checks: it
 * verifies each signature (Signature Version 4, by Amazon's description), and honours `If-None-Match: *`.
 */
export async function openStrictStore(behind: string, secret: string): Promise<StrictStore> {
  let hidden = false;
  let conflicts = false;
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const send = (status: number, content: Uint8Array | string) => {
      response.writeHead(status).end(content);
    };
    if (!isSigned(request, secret)) {
      return send(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>');
    }
    if (hidden && request.method === 'GET') {
      hidden = false;
      return send(404, '<Error><Code>NoSuchKey</Code></Error>');
    }
    const { url = '/', method = 'GET', headers } = request;
    const signed = { headers: forwarded(request) };
    if (headers['if-none-match'] === '*') {
      if (conflicts) {
        conflicts = false;
        return send(409, '<Error><Code>ConditionalRequestConflict</Code></Error>');
      }
      const there = await fetch(`${behind}${url}`, signed);
      await there.arrayBuffer();
      if (there.status === 200) {
        return send(412, '<Error><Code>PreconditionFailed</Code></Error>');
      }
    }
    // A real one gives 1,000 names at a time, and writing more objects than that takes seconds.
    const few = url.includes('marker=') ? `&max-keys=${namesAtOnce}` : '';
    const answer = await fetch(`${behind}${url}${few}`, {
      method,
      ...signed,
      ...(method === 'PUT' && { body: Uint8Array.from(body) }),
    });
    send(answer.status, new Uint8Array(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    hideNext: () => {
      hidden = true;
    },
    conflictNext: () => {
      conflicts = true;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** The headers that the server behind the proxy reads. */
function forwarded({ headers }: IncomingMessage): Record<string, string> {
  const names = ['authorization', 'x-amz-date', 'x-amz-content-sha256'];
  return Object.fromEntries(names.map((name) => [name, String(headers[name])]));
}

function isSigned({ url = '/', method, headers }: IncomingMessage, secret: string): boolean {
  const form =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(?<day>\d{8})\/(?<region>[^/]+)\/s3\/aws4_request, ?SignedHeaders=(?<names>[^,]+), ?Signature=(?<signature>[0-9a-f]{64})$/;
  const given = form.exec(headers.authorization ?? '')?.groups;
  if (given === undefined) return false;
  const { day = '', region = '', names = '', signature } = given;
  const [path = '', query = ''] = url.split('?', 2);
  const canonicalQuery = query
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [key = '', value = ''] = pair.split('=', 2);
      return [key, value].map((text) => escaped(decoded(text))).join('=');
    })
    .sort()
    .join('&');
  const canonical = [
    method,
    path.split('/').map(decoded).map(escaped).join('/'),
    canonicalQuery,
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    String(headers['x-amz-content-sha256']),
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, sha256(canonical)].join(
    '\n',
  );
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, text).toString('hex') === signature;
}

const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const decoded = (text: string) => decodeURIComponent(text.replaceAll('+', '%20'));
const escaped = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
