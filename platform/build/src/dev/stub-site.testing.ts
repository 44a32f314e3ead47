import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { type EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { attestationTypes } from '@tallystick/contract/signed-release';
import { createSigner } from './signer.ts';

/** The key by which the stub site's release is signed. */
export const registry = createSigner();

const live = (app: string) => ({ name: app, title: app, routes: [{ path: `/${app}`, page: app }] });

/** What `remote.json` of the working copy says. */
export const declaration = {
  ...live('notes'),
  menu: [],
  policy: { connect: ['https://api.test'] },
};

export const release = {
  revision: registry.sign({
    type: attestationTypes.revision,
    ...{ channel: 'production', revision: 7, shell: 'shell', canaries: {}, fallbacks: {} },
    builds: {
      shell: '1.0.0-aaaaaaaaaaaa',
      ledger: '1.0.0-bbbbbbbbbbbb',
      notes: '1.0.0-cccccccccccc',
    },
    values: {
      ledger: { values: { tone: 'bold' } },
      notes: { values: { size: 20, tone: 'calm' } },
    },
  }),
  declarations: registry.sign({
    type: attestationTypes.declarations,
    remotes: [
      { builds: ['1.0.0-bbbbbbbbbbbb'], declaration: { ...live('ledger'), menu: [] } },
      { builds: ['1.0.0-cccccccccccc'], declaration: { ...live('notes'), menu: [] } },
    ],
  }),
  canaries: [],
};

const json = (id: string, content: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(content)}</script>`;

/** A page of the stub site. */
export function sitePage(apiUrl: string): string {
  const configuration = {
    ...{ productName: 'Bakery', keeper: true, api: { url: apiUrl } },
    releaseKeys: [registry.publicKey],
    services: ['api.url'],
  };
  return `<html><head>
<style data-href="/artifacts/notes/1.0.0-cccccccccccc/notes.css">p { color: red }</style>
<link rel="stylesheet" data-page href="/artifacts/notes/1.0.0-cccccccccccc/page.css">
<link rel="preload" as="script" href="/artifacts/notes/1.0.0-cccccccccccc/entry.js">
${json('site-configuration', configuration)}${json('release', release)}${json('builds', [])}
</head><body><div id="root" data-rendered="notes@1.0.0-cccccccccccc"><p>As released</p></div>
<p id="as-it-came" hidden>It did not load.</p></body></html>`;
}

/** The federation manifest of the working copy's development server. */
export const manifest = {
  metaData: { globalName: 'notes', remoteEntry: { name: 'remote-entry.js', type: 'global' } },
  exposes: [{ path: './routes', name: 'routes' }],
};

/** Has a server listen on `localhost`; answers at which port. */
export async function listening(server: Server): Promise<number> {
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/**
 * A free port of this machine, below those that systems assign when any port is asked for. So no
 * server of another test gets it before it is listened on. It keeps the UDP port of the
 * same number bound, so that no other test finds the same one.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const claim = createSocket('udp4').unref();
    claim.bind({ port, address: '127.0.0.1', exclusive: true });
    if (!(await isListening(claim))) continue;
    const server = createServer().listen(port, 'localhost');
    if (!(await isListening(server))) continue;
    await server[Symbol.asyncDispose]();
    return port;
  }
}

function isListening(endpoint: EventEmitter): Promise<boolean> {
  return once(endpoint, 'listening').then(
    () => true,
    () => false,
  );
}

/** Ends servers at once, whoever is still connected. */
export function endAll(servers: readonly Server[]): void {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
}
