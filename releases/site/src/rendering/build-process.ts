import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { Answer, Beginning, Order, Renewal } from './process-messages.ts';

const pageSaidSchema = v.variant('type', [
  v.object({
    type: v.literal('call'),
    id: v.number(),
    call: v.number(),
    path: v.string(),
    body: v.string(),
  }),
  v.object({ type: v.literal('rendered'), id: v.number(), html: v.string() }),
  v.object({ type: v.picklist(['failed', 'moved']), id: v.number(), problem: v.string() }),
]);
/** What is said of a page. Builds are where it is said: what does not fit is not listened to. */
export type PageSaid = v.InferOutput<typeof pageSaidSchema>;

const saidSchema = v.variant('type', [
  pageSaidSchema,
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('broken'), problem: v.string() }),
]);

interface Heard {
  /** Ends the process. */
  readonly signal: AbortSignal;
  said(said: PageSaid): void;
  /** It ended, or is about to. */
  ended(problem: string): void;
}

/** Sends a message to a process whose builds' code has run. */
export type Send = (message: Order | Renewal | Answer) => void;

const main = fileURLToPath(new URL('./render-process.ts', import.meta.url));
const watch = fileURLToPath(new URL('./process-watch.ts', import.meta.url));
const flags = [
  '--permission',
  '--allow-worker',
  `--allow-fs-read=${main}`,
  `--allow-fs-read=${watch}`,
  '--disallow-code-generation-from-strings',
  '--no-warnings',
  // MiB of what counts as JavaScript's own memory; `process-watch.ts` sees to all of it.
  '--max-old-space-size=128',
  '--max-semi-space-size=16',
  '--single-threaded-gc',
];

/**
 * Begins a process that renders by two builds; it has no environment and may read no file but its own two. Resolves once the
 * builds' code has run.
 */
export function beginBuilds(beginning: Beginning, { signal, said, ended }: Heard): Promise<Send> {
  const { promise, resolve } = Promise.withResolvers<Send>();
  const child = spawn(process.execPath, [...flags, main, watch], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    signal,
    killSignal: 'SIGKILL',
  });
  const send = (message: object) => void child.send(message, () => {});
  child.on('message', (message) => {
    const { success, output } = v.safeParse(saidSchema, message);
    if (!success) return;
    if (output.type === 'ready') resolve(send);
    else if (output.type === 'broken') ended(output.problem);
    else said(output);
  });
  child.on('exit', (code, killedBy) => ended(`its process ended (${killedBy ?? code})`));
  child.on('error', (error) => ended(error.message));
  // It keeps no process alive.
  child.unref();
  child.channel?.unref();
  send(beginning);
  return promise;
}
