import { fileURLToPath } from 'node:url';
import type { Answer, Beginning, Order, Renewal } from './process-messages.ts';
import { openQuota } from './quota.ts';
import { openLines, type PageSaid, saidIn } from './said.ts';
import { findSandbox, type NoSandbox, type Sandbox } from './sandbox/sandbox.ts';

/** Characters that a process may leave unread: enough for many pages. More would only fill the site server's memory. */
const maxUnread = 16_000_000;

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
  /** Halts it until the next `resume`, so that nothing in it runs between pages. */
  suspend(): void;
  resume(): void;
}

const program = fileURLToPath(new URL('./render-process.mjs', import.meta.url));

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
  const send = (message: object) => {
    if (input.writableLength > maxUnread) ended('it does not read what it is told');
    else input.write(`${JSON.stringify(message)}\n`);
  };
  const tellGroup = (signal: 'SIGSTOP' | 'SIGCONT') => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    try {
      process.kill(-child.pid, signal);
    } catch {
      // It has just ended; its event `exit` follows.
    }
  };
  const begun: BuildProcess = {
    send(message) {
      if ('address' in message) quota.renew();
      send(message);
    },
    suspend: () => tellGroup('SIGSTOP'),
    resume: () => tellGroup('SIGCONT'),
  };

  let stage: 'starts' | 'begins' | 'begun' = 'starts';
  function hear(line: string): void {
    const heard = saidIn(line);
    if (heard === null) return;
    if (heard.type === 'open') {
      // Not sooner: until it runs, it may outlive a site server that is killed. It must have no code of builds then.
      if (stage !== 'starts') return;
      stage = 'begins';
      send(beginning);
    } else if (heard.type === 'ready') {
      stage = 'begun';
      resolve(begun);
    } else if (heard.type === 'broken') ended(heard.problem);
    // Ignored before it has begun: until then it cannot be halted, and has no page to render.
    else if (stage === 'begun') said(heard);
  }

  const linesOf = openLines();
  output.setEncoding('utf8').on('data', (text: string) => {
    const lines = linesOf(text);
    if (quota.take(text.length, lines.length)) return lines.forEach(hear);
    output.destroy();
    ended('it says more than pages have');
  });
  child.on('exit', (code, killedBy) => ended(`its process ended (${killedBy ?? code})`));
  child.on('error', (error) => ended(error.message));
  const kill = () => void child.kill('SIGKILL');
  if (signal.aborted) kill();
  signal.addEventListener('abort', kill, { once: true });
  // The site server may end while it runs.
  for (const one of [child, input, output]) one.unref();
  return promise;
}
