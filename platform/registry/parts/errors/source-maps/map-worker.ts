import { parentPort } from 'node:worker_threads';
import { framesBy, type MapWork } from './map-frames.ts';

parentPort?.on('message', ({ map, frames, app }: MapWork) => {
  parentPort?.postMessage(framesBy(map, frames, app));
});
parentPort?.postMessage('ready');
