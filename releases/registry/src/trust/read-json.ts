/** How long the whole answer may take, in milliseconds, … */
const timeoutMs = 5_000;
/** … and how large it may be, in bytes. */
const maxBytes = 262_144;

/**
 * Fetches a JSON document from just this address: a redirect is refused, since it could lead anywhere.
 *
 * @throws Error if it does not come, is too large, or is no JSON
 */
export async function readJson(address: string): Promise<unknown> {
  const { ok, status, body } = await fetch(address, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!ok || body === null) {
    await body?.cancel();
    throw new Error(`status ${status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
