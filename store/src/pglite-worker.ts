import { parentPort, workerData } from 'node:worker_threads';
import { type Extension, PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import * as v from 'valibot';
import type { PgliteCode } from './pglite-code.ts';

/** What the thread is started with: the folder of the files, and what it runs. */
export interface PgliteWork {
  dataDir: string;
  code: PgliteCode;
}

const importsSchema = v.looseObject({ env: v.looseObject({ __syscall_umask: v.function() }) });

/**
 * Lets PGlite make files for its user alone. It gives each the mode that its own umask leaves,
 * whatever that of the process is, and begins with 022. The hook is Emscripten's, the call that of C.
 */
const umask: Extension = {
  name: 'umask',
  setup: async (_, options) => ({
    emscriptenOpts: {
      ...options,
      instantiateWasm: (imports: unknown, done: unknown) => {
        v.parse(importsSchema, imports).env.__syscall_umask(0o077);
        return options.instantiateWasm(imports, done);
      },
    },
  }),
};

/**
 * The thread that PGlite runs in: it blocks while it works. Takes messages of the wire protocol,
 * answers each with the bytes that PostgreSQL sent; null asks it to close.
 */
const port = parentPort;
if (!port) throw new Error('pglite-worker.ts runs in a worker thread');

const { dataDir, code }: PgliteWork = workerData;
const database = await PGlite.create({ dataDir, extensions: { pg_trgm, umask }, ...code });

port.on('message', async (request: Uint8Array | null) => {
  if (request === null) {
    await database.close();
    port.close();
    return;
  }
  const parts: Uint8Array[] = [];
  await database.execProtocolRawStream(request, {
    onRawData: (part) => parts.push(part.slice()),
  });
  const answer = new Uint8Array(Buffer.concat(parts));
  port.postMessage(answer, [answer.buffer]);
});
port.postMessage('ready');
