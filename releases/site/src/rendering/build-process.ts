import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { Answer, Beginning, Order, Renewal } from './process-messages.ts';
import { openQuota } from './quota.ts';
import { findSandbox, type NoSandbox, type Sandbox } from './sandbox/sandbox.ts';

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

const saidSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.variant('type', [
    pageSaidSchema,
    v.object({ type: v.literal('ready') }),
    v.object({ type: v.literal('broken'), problem: v.string() }),
  ]),
);

interface Heard {
  /** Ends the process. */
  readonly signal: AbortSignal;
  said(said: PageSaid): void;
  /** It ended, or is about to. */
  ended(problem: string): void;
}

/** A process whose builds' code has run. */
export interface BuildProcess {
  send(message: Order | Renewal | Answer): void;
  /** Halts it, until the next `resume`: between pages nothing in it runs. */
  suspend(): void;
  resume(): void;
}

const program = fileURLToPath(new URL('./render-process.ts', import.meta.url));

/** Finds where the code of builds may run here. */
export const findBuildSandbox = (): Promise<Sandbox | NoSandbox> => findSandbox(program);

/** Begins a process that renders by two builds. Resolves once the builds' code has run. */
export function beginBuilds(
  sandbox: Sandbox,
  beginning: Beginning,
  { signal, said, ended }: Heard,
): Promise<BuildProcess> {
  const { promise, resolve } = Promise.withResolvers<BuildProcess>();
  const { process: child, input, output } = sandbox.begin();
  const quota = openQuota();
  const send = (message: object) => void input.write(`${JSON.stringify(message)}\n`);
  const tellGroup = (signal: 'SIGSTOP' | 'SIGCONT') => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, signal);
  };
  const begun: BuildProcess = {
    send(message) {
      if ('address' in message) quota.renew();
      send(message);
    },
    suspend: () => tellGroup('SIGSTOP'),
    resume: () => tellGroup('SIGCONT'),
  };

  function hear(line: string): void {
    const { success, output: heard } = v.safeParse(saidSchema, line);
    if (!success) return;
    if (heard.type === 'ready') resolve(begun);
    else if (heard.type === 'broken') ended(heard.problem);
    else said(heard);
  }

  let unfinished = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    const lines = (unfinished + text).split('\n');
    unfinished = lines.pop() ?? '';
    if (quota.take(text.length, lines.length)) return lines.forEach(hear);
    output.destroy();
    ended('it says more than pages have');
  });
  child.on('exit', (code, killedBy) => ended(`its process ended (${killedBy ?? code})`));
  child.on('error', (error) => ended(error.message));
  const kill = () => void child.kill('SIGKILL');
  if (signal.aborted) kill();
  signal.addEventListener('abort', kill, { once: true });
  // It keeps no process alive.
  for (const one of [child, input, output]) one.unref();
  send(beginning);
  return promise;
}
