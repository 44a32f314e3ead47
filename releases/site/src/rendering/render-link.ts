import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SiteConfiguration } from '@tallystick/shared/contracts/site';
import * as v from 'valibot';

const saidSchema = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({
    type: v.literal('call'),
    id: v.number(),
    call: v.number(),
    path: v.string(),
    body: v.string(),
  }),
  v.object({ type: v.literal('rendered'), id: v.number(), html: v.string() }),
  v.object({ type: v.literal('failed'), id: v.number(), problem: v.string() }),
]);
/** What a thread with two builds says. Builds are in it: what does not fit is not listened to. */
export type Said = v.InferOutput<typeof saidSchema>;

const fromProcessSchema = v.union([
  v.object({ from: v.string(), message: saidSchema }),
  v.object({ from: v.string(), ended: v.string() }),
]);

/** The texts of two server entries. */
export interface BuildTexts {
  readonly shell: string;
  readonly remote: string;
}

/** What a thread begins with. */
export interface Beginning extends BuildTexts {
  readonly configuration: SiteConfiguration;
}

export interface RenderLink {
  begin(thread: string, beginning: Beginning): void;
  send(thread: string, message: object): void;
  end(thread: string): void;
  close(): void;
}

interface Heard {
  said(thread: string, said: Said): void;
  /** A thread ended that was not told to. */
  ended(thread: string, problem: string): void;
  /** The process ended, with all threads. */
  lost(): void;
}

const main = fileURLToPath(new URL('./render-process.ts', import.meta.url));
const worker = fileURLToPath(new URL('./render-worker.ts', import.meta.url));

/**
 * Holds the process that renders, and begins another one when it is needed next and that has ended. It has no
 * environment and may read no file but its own.
 */
export function openRenderLink(heard: Heard): RenderLink {
  let child: ChildProcess | null = null;

  function running(): ChildProcess {
    if (child !== null) return child;
    const flags = [
      '--permission',
      '--allow-worker',
      ...[main, worker].map((file) => `--allow-fs-read=${file}`),
      '--disallow-code-generation-from-strings',
      '--no-warnings',
      '--single-threaded-gc',
    ];
    const begun = spawn(process.execPath, [...flags, main, worker], {
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    child = begun;
    begun.on('message', (message) => {
      const { success, output } = v.safeParse(fromProcessSchema, message);
      if (!success || child !== begun) return;
      if ('ended' in output) heard.ended(output.from, output.ended);
      else heard.said(output.from, output.message);
    });
    const lose = () => {
      if (child !== begun) return;
      child = null;
      heard.lost();
    };
    begun.on('exit', lose);
    begun.on('error', lose);
    // It keeps no process alive.
    begun.unref();
    begun.channel?.unref();
    return begun;
  }

  const tell = (command: object) => void running().send(command, () => {});
  return {
    begin: (to, begin) => tell({ to, begin }),
    send: (to, message) => tell({ to, message }),
    end: (to) => tell({ to }),
    close() {
      const ending = child;
      child = null;
      ending?.kill('SIGKILL');
    },
  };
}
