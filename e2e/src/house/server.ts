import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from '@tallystick/tools/src/project.ts';
import { endWithParent } from './command.ts';

type Output = 'ignore' | 'inherit' | 'pipe' | number;

/** How a script is started that is not as most are. */
interface Started {
  input?: 'ignore' | 'pipe';
  /** Where it goes what it says; absent: nowhere. */
  output?: Output;
  /** And what it says of problems; absent: there, too. */
  errors?: Output;
  /** What runs it, with its words, such as `prlimit`. */
  before?: readonly string[];
  /** Without our own variables. */
  alone?: boolean;
}

/** Starts a script of the project on this Node, with its words and these variables; it ends when we do. */
export function spawnScript(
  words: readonly string[],
  variables: object,
  {
    input = 'ignore',
    output = 'ignore',
    errors = output,
    before = [],
    alone = false,
  }: Started = {},
): ChildProcess {
  const [command = '', ...rest] = [...before, process.execPath, ...endWithParent, ...words];
  const { PATH = '' } = process.env;
  return spawn(command, rest, {
    cwd: root,
    env: { ...(alone ? { PATH } : process.env), ...variables },
    stdio: [input, output, errors, 'ipc'],
  });
}

/**
 * A server as a process, which `spawnIt` starts and which runs once it answers at `address`. It can be ended like a
 * machine that fails, and started again.
 */
export function openServer(spawnIt: (settings: object) => ChildProcess, address: string) {
  let child: ChildProcess | null = null;
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const running = child;
    child = null;
    if (running === null || hasEnded(running)) return;
    const ended = once(running, 'exit');
    running.kill(signal);
    await ended;
  };
  return {
    /** Sends a signal: `SIGSTOP` lets it hang, `SIGCONT` go on. */
    signal: (signal: 'SIGSTOP' | 'SIGCONT') => void child?.kill(signal),
    send: (message: number) => void child?.send(message),
    /** 0: it does not run. */
    pid: () => (child === null || hasEnded(child) ? 0 : (child.pid ?? 0)),
    end,
    /** Ends it at once, by `SIGKILL`. */
    kill: () => end('SIGKILL'),
    /** Starts it, if it does not run, with these variables too; resolves when it answers. */
    async start(settings: Readonly<Record<string, string>> = {}) {
      if (child !== null && !hasEnded(child)) return;
      child = spawnIt(settings);
      await answers(child, address);
    },
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null;

/** Resolves when the server answers; rejects if it ends before. */
async function answers(child: ChildProcess, address: string): Promise<void> {
  for (;;) {
    if (hasEnded(child)) throw new Error(`${child.spawnargs.at(-1)} ended too early`);
    if ((await fetch(address).catch(() => null))?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
