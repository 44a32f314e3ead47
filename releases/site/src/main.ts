import { openTickets } from '@tallystick/release-admin/tickets';
import { readEnvironment } from '@tallystick/shared/environment';
import { openFileRegistry } from './file-registry.ts';
import { siteConfiguration } from './page/configuration.ts';
import { buildSite } from './site.ts';

const read = readEnvironment(process.env);
if (read.ok) {
  const { DATA_DIR, SITE_PORT, SITE_URL } = read.environment;
  const server = await buildSite({
    registry: await openFileRegistry(DATA_DIR),
    channel: 'production',
    configuration: siteConfiguration(read.environment),
    siteUrl: SITE_URL,
    dataFolder: DATA_DIR,
    redeem: openTickets().redeem,
    log: console.error,
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.close());
  }
  try {
    const address = await server.listen({ host: '127.0.0.1', port: SITE_PORT });
    console.log(`Site server is ready: ${address}`);
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    fail(taken ? `port ${SITE_PORT} (SITE_PORT) is in use` : String(error));
  }
} else {
  fail(read.problem);
}

function fail(problem: string): void {
  console.error(`site server: ${problem}`);
  process.exitCode = 1;
}
