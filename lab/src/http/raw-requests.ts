/** A raw request for a load: everything that is said on the wire. */
export function rawRequest(
  method: 'GET' | 'POST',
  path: string,
  { headers = {}, body = '' }: { headers?: Readonly<Record<string, string>>; body?: string } = {},
): string {
  const fields = { host: 'localhost', ...headers, ...(body !== '' && lengthOf(body)) };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** A call of the ledger service, as pages make it. */
export function rawCall(path: string, data: unknown): string {
  return rawRequest('POST', path, {
    headers: { authorization: 'public-local', 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
  });
}

const lengthOf = (body: string) => ({ 'content-length': String(Buffer.byteLength(body)) });
