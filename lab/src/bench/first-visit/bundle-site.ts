import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { askOnward } from '@tallystick/e2e/src/house/ask-onward.ts';
import { listenAnywhere } from '@tallystick/e2e/src/house/listen-anywhere.ts';
import type { OneBundle } from './one-bundle.ts';
import { asBundle, quickQuality, type Way } from './rendered-html.ts';

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: quickQuality } };

/**
 * Serves pages of a site in another way, compressed as the site does it. Calls to the ledger go through here: a
 * browser asks for no leave first, which is to the advantage of this way.
 *
 * @param pages the site's own pages, rendered, by their paths
 */
export async function serveBundle(
  bundle: OneBundle,
  way: Way,
  pages: ReadonlyMap<string, string>,
  ledgerUrl: string,
) {
  const bodies = new Map<string, { type: string; body: Buffer }>();
  const server = createServer((asked, answer) => {
    const known = asked.method === 'GET' ? bodies.get(asked.url ?? '') : undefined;
    if (known === undefined) {
      const { origin, host, ...headers } = asked.headers;
      askOnward(ledgerUrl + (asked.url ?? '/'), asked, answer, { headers })
        .then((come) => pipeline(come, answer.writeHead(come.statusCode ?? 502, come.headers)))
        .catch(() => answer.destroy());
      return;
    }
    answer.setHeader('content-type', known.type).setHeader('content-encoding', 'br');
    answer.end(known.body);
  });
  const { port, close } = await listenAnywhere(server);
  const url = `http://localhost:${port}`;
  for (const file of await readdir(bundle.folder)) {
    const type = types[extname(file)];
    if (type === undefined) continue;
    const content = await readFile(join(bundle.folder, file));
    bodies.set(`/${file}`, { type, body: brotliCompressSync(content) });
  }
  for (const [path, rendered] of pages) {
    const html = asBundle(rendered, way, bundle).replaceAll(ledgerUrl, url);
    const body = brotliCompressSync(html, quickly);
    bodies.set(path, { type: 'text/html; charset=utf-8', body });
  }
  return { url, close };
}
