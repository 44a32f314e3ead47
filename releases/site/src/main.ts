import { join } from 'node:path';
import { listen } from '@tallystick/guard/listen';
import { openTracing, type Tracing } from '@tallystick/guard/traces/tracing';
import { healthSettings } from '@tallystick/registry/health/settings';
import { openRegistry } from '@tallystick/registry/open';
import type { Registry } from '@tallystick/registry/registry';
import { buildAdmin } from '@tallystick/release-admin/admin';
import { writeMachineKey } from '@tallystick/release-admin/machine-key';
import { type Environment, listenProblem, readEnvironment } from '@tallystick/shared/environment';
import { openDataFolder, settleDataFolder } from '@tallystick/shared/environment/data-folder';
import type { FastifyInstance } from 'fastify';
import { measureRegistry } from './observation/measure-registry.ts';
import { siteConfiguration } from './page/configuration.ts';
import { buildSite } from './site.ts';

const host = '127.0.0.1';
const channel = 'production';
/** How long a stop may take, in milliseconds, before the process ends anyway. */
const stopLimit = 10_000;

/** What is to be closed at the end: both servers together, then what they need. */
const servers: { close(): PromiseLike<unknown> }[] = [];
let registry: Registry | null = null;
let tracing: Tracing | undefined;
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);

const read = readEnvironment(process.env);
if (!read.ok) fail(read.problem);
const { environment } = read;
const folder = openDataFolder(environment.DATA_DIR);
if (!folder.ok) fail(folder.problem);

const health = healthSettings(environment);
const { RELEASE_WEBHOOK_URL: url, RELEASE_WEBHOOK_SECRET: secret } = environment;
const opened = await openRegistry(environment, undefined, {
  health,
  log,
  ...(url !== undefined && { webhook: { url, ...(secret !== undefined && { secret }) } }),
});
if (!opened.ok) fail(opened.problem);
registry = opened.registry;
try {
  await serve(registry, environment);
} catch (error) {
  await registry.close();
  fail(error instanceof Error ? error.message : String(error));
}

/**
 * Opens the listeners. The console's comes first: once the site answers, both do.
 *
 * @throws Error with one line for a person
 */
async function serve(registry: Registry, environment: Environment): Promise<void> {
  const { ADMIN_PORT, ADMIN_URL, DATA_DIR, LISTENERS, SITE_URL, TRUSTED_PROXIES } = environment;
  for (const line of settleDataFolder(environment)) console.log(line);
  await writeMachineKey(registry, DATA_DIR);
  const ready: string[] = [];
  const measured = await measureRegistry(registry, environment);
  if (measured !== null) servers.push(measured);
  const metrics = measured?.metrics;
  tracing = await openTracing(environment, 'tallystick-site');
  const limits = { perAddress: environment.LIMIT_PER_ADDRESS };
  const proxies = TRUSTED_PROXIES !== undefined && { trustProxy: TRUSTED_PROXIES };
  if (LISTENERS !== 'site') {
    const origins = ADMIN_URL === undefined ? thisMachine(ADMIN_PORT) : [ADMIN_URL];
    const consoleFolder = join(import.meta.dirname, '../../console/dist');
    const parts = {
      registry,
      origins,
      siteOrigin: SITE_URL,
      consoleFolder,
      metrics,
      tracing,
      ...limits,
      ...proxies,
    };
    await open(await buildAdmin(parts), 'ADMIN_PORT');
    ready.push(`Release console is ready: http://${host}:${ADMIN_PORT}`);
  }
  if (LISTENERS !== 'admin') {
    const site = await buildSite({
      registry,
      keys: [registry.publicKey, ...environment.RELEASE_PUBLIC_KEYS],
      channel,
      configuration: siteConfiguration(environment),
      siteUrl: SITE_URL,
      dataFolder: DATA_DIR,
      limits,
      metrics,
      tracing,
      log,
      sample: health.sample,
      ...proxies,
    });
    await open(site, 'SITE_PORT');
    ready.push(`Site server is ready: http://${host}:${environment.SITE_PORT}`);
  }
  for (const line of ready) console.log(line);
}

/** One line for the log. */
function log(line: string): void {
  console.error(line);
}

function thisMachine(port: number): string[] {
  return ['localhost', host].map((name) => `http://${name}:${port}`);
}

/** Listens; from here on the server is closed at the end. */
async function open(server: FastifyInstance, variable: 'ADMIN_PORT' | 'SITE_PORT'): Promise<void> {
  servers.push(server);
  await listen(server, environment[variable]).catch((error: unknown) => {
    throw new Error(listenProblem(error, variable, environment));
  });
}

/** Closes everything and ends the process. Signals may come more than once. */
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => fail('The site server did not stop in time.'), stopLimit).unref();
  await Promise.all(servers.map((server) => server.close()));
  await tracing?.close();
  await registry?.close();
  process.exit(0);
}

/** Ends the process with one line for a person. */
function fail(problem: string): never {
  console.error(problem);
  process.exit(1);
}
