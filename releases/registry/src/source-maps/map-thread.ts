import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as v from 'valibot';
import { type SourceFrame, sourceFrameSchema } from '../contract/page-errors.ts';
import type { RawFrame } from './map-frames.ts';

/** Megabytes that a thread may use. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };

/** What a thread reads: the frames of one script, by its map. */
export interface MapWork {
  map: Uint8Array;
  frames: readonly RawFrame[];
  /** Whose error it is. */
  app: string;
}

/** Reads frames through a map in a thread, which is ended when it takes too long or too much memory: null. */
export async function framesInThread(
  work: MapWork,
  milliseconds: number,
): Promise<SourceFrame[] | null> {
  const worker = new Worker(new URL('./map-worker.ts', import.meta.url), {
    workerData: work,
    resourceLimits,
  });
  try {
    const signal = AbortSignal.timeout(milliseconds);
    const [answer] = await once(worker, 'message', { signal });
    const parsed = v.safeParse(v.array(sourceFrameSchema), answer);
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  } finally {
    await worker.terminate();
  }
}
