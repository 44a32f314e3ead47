import { spawn } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { constants } from 'node:os';
import { dirname } from 'node:path';

export interface ChildOrder {
  /** Its name in messages, such as `site server`. */
  name: string;
  /** A script and its parameters, run on this process's Node, or a line for the shell. */
  command: readonly string[] | string;
  /** Both streams of its output are appended to this file; absent: go to our own output. */
  log?: string;
  /** Variables beside those of this process; `alone`: these and no others. */
  environment?: Readonly<Record<string, string>>;
  alone?: boolean;
  /** Working folder; absent: this process's. */
  folder?: string;
  /** Its standard output is kept for `answer` and goes to no log. */
  answers?: boolean;
}

export type Child = ReturnType<typeof startChild>;

/** Bytes from which a log is put aside, and milliseconds between two looks at how long it is. */
const longLog = 5_000_000;
const look = 1_000;

const preload = new URL('./end-with-parent.ts', import.meta.url).href;

/**
 * Starts a process in a group of its own, so that a Ctrl-C in the terminal reaches only us. We end
 * it then in our order. A script also ends when we are gone, however we went.
 */
export function startChild(order: ChildOrder) {
  const { name, command, log = '', environment, alone, folder, answers = false } = order;
  if (log !== '') mkdirSync(dirname(log), { recursive: true });
  let written = log === '' ? 0 : makeRoom(log);
  const output = log === '' ? 'inherit' : openSync(log, 'a');
  const options = {
    cwd: folder,
    detached: true,
    env: alone ? { ...environment } : { ...process.env, ...environment },
  };
  const child =
    typeof command === 'string'
      ? spawn('/bin/sh', ['-c', command], { ...options, stdio: ['ignore', output, output] })
      : spawn(process.execPath, ['--import', preload, ...command], {
          ...options,
          stdio: ['ignore', answers ? 'pipe' : output, output, 'ipc'],
        });
  // Nothing but this process knows the file: what writes to it goes on at its new end.
  const looking = setInterval(() => {
    if (log !== '' && makeRoom(log) === 0) written = 0;
  }, look);
  looking.unref();
  let answer = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  if (output !== 'inherit') closeSync(output);
  child.channel?.unref();

  const ended = new Promise<number>((resolve) => {
    child.on('error', () => resolve(127));
    // 'close' comes when all of the output is there, 'exit' may come before.
    child.on(answers ? 'close' : 'exit', (code: number | null, signal: NodeJS.Signals | null) =>
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']),
    );
  });
  ended.finally(() => clearInterval(looking));
  const tell = (signal: NodeJS.Signals): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, signal);
    } catch {
      // The group is gone already.
    }
  };
  return {
    name,
    /** Its number; absent: it could not be started. */
    pid: child.pid,
    /** The file that its output goes to; empty if that is our own output. */
    log,
    /** Resolves with the exit code once the process is gone, 128 + its number for a signal. */
    ended,
    /** All of its standard output so far; empty unless the order says that it `answers`. */
    answer: () => answer,
    /** Sends a signal to the process and all it started. */
    tell,
    /** What it wrote last, at most `count` lines, without the empty ones. */
    lastLines: (count: number) => lastLines(log, written, count),
    /** Asks the process and all it started to end, and after `grace` milliseconds makes them. */
    async end(grace: number): Promise<void> {
      tell('SIGTERM');
      const timer = setTimeout(() => tell('SIGKILL'), grace);
      await ended;
      clearTimeout(timer);
      tell('SIGKILL');
    },
  };
}

/**
 * Puts a long log aside, also one that is being written to. Only what is written between reading
 * its end and emptying it is lost. Answers how many bytes the log holds.
 */
function makeRoom(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size < longLog) return size;
  const old = `${path}.old`;
  try {
    copyFileSync(path, old);
    appendFileSync(old, readFileSync(path).subarray(statSync(old).size));
    truncateSync(path);
    return 0;
  } catch {
    // The disk may be full: the log grows until it can be put aside.
    return size;
  }
}

function lastLines(path: string, from: number, count: number): readonly string[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path).subarray(from).toString('utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').slice(-count);
}
