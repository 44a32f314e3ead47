/**
 * The process that renders: started with Node's permission model, it may read its own two files and nothing else,
 * start threads and no processes, and has no environment. Each pair of builds runs in a thread of its own, with
 * limits of memory; what a thread says goes to the site server as it is.
 *
 * It imports nothing of ours: every file would be one more that it may read.
 */
import { Worker } from 'node:worker_threads';

/** What the site server sends: builds to begin with, a message for them, or that they end. */
interface Command {
  readonly to: string;
  readonly begin?: unknown;
  readonly message?: unknown;
}

/** Of what counts as JavaScript's own memory, in MiB; typed arrays are beside it. */
const resourceLimits = {
  maxOldGenerationSizeMb: 128,
  maxYoungGenerationSizeMb: 48,
  codeRangeSizeMb: 32,
  stackSizeMb: 2,
};
/** Bytes of the whole process beyond which it ends: typed arrays are in no thread's limit. */
const maxBytes = 1.5 * 2 ** 30;
const checkMs = 250;
const [, , file = ''] = process.argv;
const workers = new Map<string, Worker>();

process.on('message', ({ to, begin, message }: Command) => {
  if (begin !== undefined) return start(to, begin);
  const worker = workers.get(to);
  if (message !== undefined) return worker?.postMessage(message);
  workers.delete(to);
  void worker?.terminate();
});
// The site server is gone.
process.on('disconnect', () => process.exit());
setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes) process.exit(1);
}, checkMs);

function start(name: string, beginning: unknown): void {
  // What is logged is read by nobody.
  const worker = new Worker(file, {
    workerData: beginning,
    env: {},
    resourceLimits,
    stdout: true,
    stderr: true,
  });
  for (const stream of [worker.stdout, worker.stderr]) stream.resume();
  workers.set(name, worker);
  const end = (problem: string) => {
    if (workers.get(name) !== worker) return;
    workers.delete(name);
    process.send?.({ from: name, ended: problem });
  };
  worker.on('message', (message) => {
    if (workers.get(name) === worker) process.send?.({ from: name, message });
  });
  worker.on('error', (error) => end(error instanceof Error ? error.message : String(error)));
  worker.on('exit', () => end('it ended'));
}
