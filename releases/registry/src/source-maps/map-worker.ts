import { parentPort } from 'node:worker_threads';
import * as v from 'valibot';
import { framesBy, mapWorkSchema } from './map-frames.ts';

parentPort?.on('message', (work) => {
  const { map, frames, app } = v.parse(mapWorkSchema, work);
  parentPort?.postMessage(framesBy(map, frames, app));
});
