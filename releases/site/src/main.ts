import { mkdir } from 'node:fs/promises';
import { openArtifactStore } from '@tallystick/registry/artifacts';
import { openChannel } from '@tallystick/registry/channel';
import { readEnvironment } from '@tallystick/shared/environment';
import { siteConfiguration } from './configuration.ts';
import { buildSite } from './site.ts';

const read = readEnvironment(process.env);
if (read.ok) {
  const { DATA_DIR, SITE_PORT } = read.environment;
  const store = openArtifactStore(DATA_DIR);
  await mkdir(store.filesFolder, { recursive: true });
  const server = await buildSite({
    store,
    channel: openChannel(DATA_DIR, 'production'),
    site: siteConfiguration(read.environment),
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
