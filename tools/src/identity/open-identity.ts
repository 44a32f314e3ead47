// The local stand-in for the identity provider: the auth emulator of firebase-tools, started
// without its command line. That one takes three times as long, writes a debug log, looks for news
// on the network and occupies two more ports.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Opening } from '@tallystick/guard/server-process';
import { readSettings } from '@tallystick/settings/read-settings';
import { sitesOf } from '@tallystick/settings/sites';
import { gate } from './gate.ts';
import { identitySettings } from './settings.ts';

/** Accounts and tokens. The rest (tenants, second factors, SAML) is most of the start's time. */
const kept =
  /^\/v1\/(accounts:|token$|projects$|projects\/\{targetProjectId\}\/accounts)|^\/emulator\//;

async function loadEmulator(): Promise<RequestListener> {
  const { default: specification } = await import('firebase-tools/lib/emulator/auth/apiSpec.js');
  for (const path of Object.keys(specification.default.paths)) {
    if (!kept.test(path)) delete specification.default.paths[path];
  }
  const { createApp } = await import('firebase-tools/lib/emulator/auth/server.js');
  return await createApp('demo-tallystick');
}

/**
 * Opens the emulator, on this machine alone whatever `HOST` says: it signs anybody in as anybody, and
 * pages look for it at 127.0.0.1. It is loaded when it is first asked: it takes more memory than the ledger service.
 */
export const openIdentity: Opening = async (environment, holding) => {
  const read = readSettings(identitySettings, process.env);
  if (!read.ok) throw new Error(read.problem);
  const { IDENTITY_PORT: port, IDENTITY_SITES: sites } = read.value;
  let emulator: Promise<RequestListener> | undefined;
  const answer: RequestListener = async (request, response) => {
    if (request.url === '/health') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
      return;
    }
    emulator ??= loadEmulator();
    try {
      (await emulator)(request, response);
    } catch (error) {
      emulator = undefined;
      console.error('The identity emulator cannot be loaded:', error);
      response.writeHead(503, { 'content-type': 'application/json' });
      response.end('{"error":{"code":503,"message":"The identity emulator cannot be loaded."}}');
    }
  };
  const server = createServer(gate(answer, sitesOf(environment).origins, sites === 'local'));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  holding.closeLater(async () => {
    server.close();
    server.closeAllConnections();
  });
  console.log(`Identity emulator is ready: http://127.0.0.1:${port}`);
};
