// The local stand-in for the identity provider: the auth emulator of firebase-tools, started
// without its command line. That one takes three times as long, writes a debug log, looks for news
// on the network and occupies two more ports.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Opening } from '@tallystick/guard/server-process';
import { gate } from './gate.ts';

/** Accounts and tokens. The rest (tenants, second factors, SAML) is most of the start's time. */
const kept =
  /^\/v1\/(accounts:|token$|projects$|projects\/\{targetProjectId\}\/accounts)|^\/emulator\//;

/**
 * Opens the emulator, on this machine alone whatever `HOST` says: it signs anybody in as anybody, and
 * pages look for it at 127.0.0.1.
 */
export const openIdentity: Opening = async (environment, holding) => {
  const { IDENTITY_PORT: port, IDENTITY_SITES: sites, SITE_URL: site } = environment;
  const { default: specification } = await import('firebase-tools/lib/emulator/auth/apiSpec.js');
  for (const path of Object.keys(specification.default.paths)) {
    if (!kept.test(path)) delete specification.default.paths[path];
  }
  const { createApp } = await import('firebase-tools/lib/emulator/auth/server.js');
  const answer = await createApp('demo-tallystick');
  const orHealth: RequestListener = (request, response) => {
    if (request.url !== '/health') return answer(request, response);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
  };
  const server = createServer(gate(orHealth, site, sites === 'local'));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  holding.closeLater(async () => {
    server.close();
    server.closeAllConnections();
  });
  console.log(`Identity emulator is ready: http://127.0.0.1:${port}`);
};
