import { listen } from '@tallystick/guard/listen';
import { openTracing } from '@tallystick/guard/traces/tracing';
import { type Environment, listenProblem, readEnvironment } from '@tallystick/shared/environment';
import { openDataFolder, settleDataFolder } from '@tallystick/shared/environment/data-folder';
import type { FastifyInstance } from 'fastify';
import { writeImportKey } from './import/import-key.ts';
import { startDemo } from './sample/demo.ts';
import { buildService } from './service/service.ts';
import { openStore, type Store } from './store/store.ts';

/** How long a stop may take, in milliseconds, before the process ends anyway. */
const stopLimit = 10_000;

/** What is to be closed at the end, the newest first. */
const open: { close(): Promise<unknown> }[] = [];
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);

const read = readEnvironment(process.env);
if (!read.ok) fail(read.problem);
const { environment } = read;
const folder = openDataFolder(environment.DATA_DIR);
if (!folder.ok) fail(folder.problem);

const opened = await openStore(environment);
if (!opened.ok) fail(opened.problem);
const { store } = opened;
open.unshift(store);
if (store.engine === 'pglite') {
  console.log(
    `The ledger is kept by PGlite in ${environment.DATA_DIR}: for one machine, and without fsync ` +
      '(a power cut can lose the last records).',
  );
}
open.unshift(await serve(store, environment));
if (environment.DEMO === 'on') {
  const demo = await startDemo(store);
  open.unshift({ close: demo.stop });
}
console.log(`Ledger service is ready: http://127.0.0.1:${environment.BACKEND_PORT}`);

/** Builds the service and listens; on a failure closes the store and ends the process. */
async function serve(store: Store, environment: Environment): Promise<FastifyInstance> {
  const { BACKEND_PORT: port, DATA_DIR: folder } = environment;
  try {
    for (const line of settleDataFolder(environment)) console.log(line);
    const importKey = store.engine === 'pglite' ? await writeImportKey(folder) : undefined;
    const tracing = await openTracing(environment, 'tallystick-ledger');
    if (tracing !== undefined) open.unshift(tracing);
    const service = await buildService({
      store,
      environment,
      tracing,
      ...(importKey !== undefined && { importKey }),
    });
    await listen(service, port).catch(async (error: unknown) => {
      await store.close();
      fail(listenProblem(error, 'BACKEND_PORT', environment));
    });
    store.announce(port);
    return service;
  } catch (error) {
    await store.close();
    fail(`The ledger service cannot start: ${error instanceof Error ? error.message : error}`);
  }
}

/** Closes everything and ends the process. Signals may come more than once. */
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => fail('The ledger service did not stop in time.'), stopLimit).unref();
  for (const part of open) await part.close();
  process.exit(0);
}

/** Ends the process with one line for a person. */
function fail(problem: string): never {
  console.error(problem);
  process.exit(1);
}
