import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as v from 'valibot';
import { type SourceFrame, sourceFrameSchema } from '../contract/page-errors.ts';
import type { MapWork } from './map-frames.ts';

/** Megabytes that a thread may use. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };

/** Reads frames through maps in a thread, one map after another. */
export interface MapThread {
  /** Null: it took too long or too much memory, and the thread is ended; the next call has another one. */
  read(work: MapWork, milliseconds: number): Promise<SourceFrame[] | null>;
  end(): Promise<void>;
}

/** Opens none yet: the first map that is read does. */
export function openMapThread(): MapThread {
  let worker: Worker | null = null;

  async function start(): Promise<Worker> {
    const started = new Worker(new URL('./map-worker.ts', import.meta.url), { resourceLimits });
    worker = started;
    // Out of memory after its time was over, when no read waits any more: without a listener that ends the process.
    started.on('error', () => {});
    // How long a busy machine takes for that says nothing of a map.
    await once(started, 'message');
    return started;
  }
  const end = async () => {
    await worker?.terminate();
    worker = null;
  };
  return {
    async read(work, milliseconds) {
      try {
        const ready = worker ?? (await start());
        const signal = AbortSignal.timeout(milliseconds);
        const answered = once(ready, 'message', { signal });
        ready.postMessage(work);
        const [answer] = await answered;
        const parsed = v.safeParse(v.array(sourceFrameSchema), answer);
        if (parsed.success) return parsed.output;
      } catch {
        // The time is over, or the thread has ended by itself.
      }
      await end();
      return null;
    },
    end,
  };
}
