import { parentPort } from 'node:worker_threads';
import * as v from 'valibot';
import { framesBy } from './map-frames.ts';

const workSchema = v.object({
  map: v.instance(Uint8Array),
  frames: v.array(
    v.object({
      app: v.string(),
      build: v.string(),
      path: v.string(),
      line: v.number(),
      column: v.number(),
    }),
  ),
  app: v.string(),
});

parentPort?.on('message', (work) => {
  const { map, frames, app } = v.parse(workSchema, work);
  parentPort?.postMessage(framesBy(map, frames, app));
});
