import { type Environment, readEnvironment } from '@tallystick/shared/environment';
import type { FastifyInstance } from 'fastify';
import { writeImportKey } from './import/import-key.ts';
import { startDemo } from './sample/demo.ts';
import { buildService } from './service/service.ts';
import { openStore, type Store } from './store/store.ts';

/** How long a stop may take, in milliseconds, before the process ends anyway. */
const stopLimit = 10_000;

const read = readEnvironment(process.env);
if (!read.ok) fail(read.problem);
const { environment } = read;

const opened = await openStore(environment);
if (!opened.ok) fail(opened.problem);
const { store } = opened;
if (store.engine === 'pglite') {
  console.log(
    `The ledger is kept by PGlite in ${environment.DATA_DIR}: for one machine, and without fsync ` +
      '(a power cut can lose the last records).',
  );
}
const service = await start(store, environment);
const demo = environment.DEMO === 'on' ? await startDemo(store) : undefined;
console.log(`Ledger service is ready: http://127.0.0.1:${environment.BACKEND_PORT}`);

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => fail('The ledger service did not stop in time.'), stopLimit).unref();
    await demo?.stop();
    await service.close();
    await store.close();
    process.exit(0);
  });
}

/** Builds the service and listens; on a failure closes the store and ends the process. */
async function start(store: Store, environment: Environment): Promise<FastifyInstance> {
  const { BACKEND_PORT: port, DATA_DIR: folder } = environment;
  try {
    const embedded = store.engine === 'pglite';
    const importKey = embedded ? await writeImportKey(folder) : undefined;
    const service = await buildService({
      store,
      environment,
      ...(importKey !== undefined && { importKey }),
    });
    await service.listen({ host: '127.0.0.1', port });
    store.announce(port);
    return service;
  } catch (error) {
    await store.close();
    const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (inUse) fail(`Port ${port} (BACKEND_PORT) is in use.`);
    fail(`The ledger service cannot start: ${error instanceof Error ? error.message : error}`);
  }
}

/** Ends the process with one line for a person. */
function fail(problem: string): never {
  console.error(problem);
  process.exit(1);
}
