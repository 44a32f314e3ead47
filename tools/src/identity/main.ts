// The local stand-in for the identity provider: the auth emulator of firebase-tools, started
// without its command line. That one takes three times as long, writes a debug log, looks for news
// on the network and occupies two more ports.
import { createServer, type RequestListener } from 'node:http';
import { type Environment, readEnvironment } from '@tallystick/shared/environment';
import specification from 'firebase-tools/lib/emulator/auth/apiSpec.js';
import { createApp } from 'firebase-tools/lib/emulator/auth/server.js';
import { gate } from './gate.ts';

/** Accounts and tokens. The rest (tenants, second factors, SAML) is most of the start's time. */
const kept =
  /^\/v1\/(accounts:|token$|projects$|projects\/\{targetProjectId\}\/accounts)|^\/emulator\//;

const read = readEnvironment(process.env);
if (read.ok) {
  await start(read.environment);
} else {
  console.error(`identity emulator: ${read.problem}`);
  process.exitCode = 1;
}

async function start(environment: Environment): Promise<void> {
  const { IDENTITY_PORT: port, IDENTITY_SITES: sites, SITE_URL: site } = environment;
  const { paths } = specification.default;
  for (const path of Object.keys(paths)) {
    if (!kept.test(path)) delete paths[path];
  }
  const answer = await createApp('demo-tallystick');
  const orHealth: RequestListener = (request, response) => {
    if (request.url !== '/health') return answer(request, response);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
  };
  const server = createServer(gate(orHealth, site, sites === 'local'));
  server.on('error', (error) => {
    console.error(`identity emulator: ${error.message}`);
    process.exitCode = 1;
  });
  server.listen(port, '127.0.0.1', () => {
    console.log(`Identity emulator is ready: http://127.0.0.1:${port}`);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
    });
  }
}
