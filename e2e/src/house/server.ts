import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { inProject, root } from '@tallystick/tools/src/project.ts';

/** Words for Node by which a process ends when its parent does. */
const endWithParent = ['--import', inProject('platform/start/src/process/end-with-parent.ts')];

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
  /** Where it runs; absent: in the project's folder. */
  folder?: string;
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
    folder = root,
  }: Started = {},
): ChildProcess {
  const [command = '', ...rest] = [...before, process.execPath, ...endWithParent, ...words];
  const { PATH = '' } = process.env;
  return spawn(command, rest, {
    cwd: folder,
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
    if (running === null) return null;
    if (!hasEnded(running)) {
      const ended = once(running, 'exit');
      running.kill(signal);
      await ended;
    }
    return running.exitCode;
  };
  const begin = (settings: Readonly<Record<string, string>> = {}) => {
    if (child === null || hasEnded(child)) child = spawnIt(settings);
    return child;
  };
  return {
    /** Sends a signal: `SIGSTOP` lets it hang, `SIGCONT` go on. */
    signal: (signal: 'SIGSTOP' | 'SIGCONT') => void child?.kill(signal),
    send: (message: number) => void child?.send(message),
    /** 0: it does not run. */
    pid: () => (child === null || hasEnded(child) ? 0 : (child.pid ?? 0)),
    /** Answers the exit code; null: there was none, or a signal has ended it. */
    end,
    /** Ends it at once, by `SIGKILL`. */
    kill: async () => void (await end('SIGKILL')),
    /** Starts it, if it does not run, with these variables too; waits for nothing. */
    begin,
    /** Starts it in the same way; resolves when it answers. */
    start: (settings: Readonly<Record<string, string>> = {}) => answers(begin(settings), address),
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
