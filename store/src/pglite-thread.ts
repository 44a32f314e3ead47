import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { pgliteCode } from './pglite-code.ts';
import type { PgliteWork } from './pglite-worker.ts';

const initialDelayMs = 250;
const maxDelayMs = 15_000;
/** Reopening can hang, on a full disk. */
const openTimeoutMs = 60_000;

const hasEnded = (worker: Worker): boolean => worker.threadId === -1;

/**
 * Opens PGlite in a thread over the files in the folder, and again whenever that thread ends by
 * itself: at once, then after waits that double. To PostgreSQL that is as if its process had been
 * killed: what was committed is there. Rejects if the first opening fails.
 */
export async function keepThread(folder: string) {
  let worker: Worker | undefined = await startWorker(folder);
  const stopping = new AbortController();
  let opening: Promise<void> = Promise.resolve();

  const watch = (watched: Worker) => {
    // Callers see the failure on their connection; here `exit` follows.
    watched.on('error', () => {});
    watched.once('exit', () => {
      worker = undefined;
      if (!stopping.signal.aborted) opening = openAgain().catch(() => {});
    });
  };
  const openAgain = async () => {
    for (let delay = initialDelayMs; ; delay = Math.min(delay * 2, maxDelayMs)) {
      try {
        const timeout = AbortSignal.timeout(openTimeoutMs);
        worker = await startWorker(folder, AbortSignal.any([stopping.signal, timeout]));
        watch(worker);
        return;
      } catch {
        await wait(delay, undefined, { signal: stopping.signal, ref: false });
      }
    }
  };
  watch(worker);
  return {
    /** The thread that answers; undefined while there is none. */
    running: () => (worker && !hasEnded(worker) ? worker : undefined),
    /** Closes the database. */
    stop: async () => {
      stopping.abort();
      await opening;
      if (worker) await stopWorker(worker);
    },
  };
}

/** Opens a thread over the files in the folder; rejects if PGlite cannot, or when it is aborted. */
export async function startWorker(folder: string, signal?: AbortSignal): Promise<Worker> {
  const work: PgliteWork = { dataDir: folder, code: await pgliteCode() };
  signal?.throwIfAborted();
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: work });
  const ended = once(worker, 'exit').then(() => {
    throw new Error('PGlite ended while it was being opened.');
  });
  ended.catch(() => {});
  const end = () => void worker.terminate();
  signal?.addEventListener('abort', end);
  try {
    await Promise.race([once(worker, 'message'), ended]);
  } finally {
    signal?.removeEventListener('abort', end);
  }
  return worker;
}

/** Lets a thread close its database, and resolves when it has ended. */
export async function stopWorker(worker: Worker): Promise<void> {
  if (hasEnded(worker)) return;
  const exit = once(worker, 'exit');
  worker.postMessage(null);
  await exit;
}
