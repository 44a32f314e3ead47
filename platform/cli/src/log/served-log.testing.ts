import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Registry } from '@tallystick/registry/registry';

/** What of a site a stranger reads. Each may come of another registry, as of somebody who shows two histories. */
export interface Served {
  pages: Registry;
  log: Registry;
  /** Where the attestations of builds are of; absent: of where the pages are. */
  builds?: Registry;
  /** What is done to a build's attestation on its way; absent: nothing. */
  change?: (text: string) => string;
}

/** Serves it, as it is at each request; answers where, and what ends that. */
export async function serveLog(served: Served) {
  const server = createServer(async ({ url = '' }, response) => {
    // A registry may be closed meanwhile.
    const body = await answer(url, served).catch(() => undefined);
    const status = body === null ? 404 : 503;
    response.writeHead(body ? 200 : status).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address();
  const port = typeof at === 'object' && at !== null ? at.port : 0;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

async function answer(
  url: string,
  { pages, log, builds = pages, change = (text) => text }: Served,
) {
  const { attestations } = pages;
  const [, file] = /^\/releases\/log\/(.+)$/.exec(url) ?? [];
  if (file !== undefined) return await log.parts.logFile(file);
  const [, app, build] = /^\/artifacts\/([^/]+)\/(.+)\.json$/.exec(url) ?? [];
  if (app !== undefined && build !== undefined) {
    const signed = await builds.attestations.ofBuild(app, build);
    const proof = await builds.attestations.proofOfBuild(app, build);
    return signed && JSON.stringify({ ...signed, text: change(signed.text), proof });
  }
  const { revision = 0 } = (await pages.channel('production').current()) ?? {};
  const release = JSON.stringify({
    revision: await attestations.ofRevision('production', revision),
    proof: await attestations.proofOfRevision('production', revision),
    declarations: attestations.ofDeclarations([], 'whole'),
    canaries: [],
  });
  const json = (id: string, text: string) =>
    `<script type="application/json" id="${id}">${text}</script>`;
  const configuration = JSON.stringify({ releaseKeys: [attestations.publicKey] });
  return url === '/'
    ? json('site-configuration', configuration) + json('release', release)
    : release;
}
