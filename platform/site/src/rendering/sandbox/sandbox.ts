import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Result, refused } from '@tallystick/contract/result';

/** Kilobytes of writable memory that a program may have beyond what Node itself has at its start. */
const memory = 256 * 1_024;
/** The user without rights, on each Linux. No file in a sandbox belongs to it. */
const nobody = 65_534;
const enter = fileURLToPath(new URL('./enter.sh', import.meta.url));
const namespaces = [
  ...['--net', '--pid', '--mount', '--ipc', '--uts'],
  // Process 1 of its namespace: all others there end with it, and it ends with the process that started it.
  ...['--fork', '--kill-child'],
];
const flags = [
  // Not a security boundary, but nothing in there needs a process, a thread, an add-on or a file.
  '--permission',
  // As in browsers, by the policy of the site's pages.
  '--disallow-code-generation-from-strings',
  '--no-warnings',
  // MiB of what counts as JavaScript's own memory.
  '--max-old-space-size=128',
  '--max-semi-space-size=16',
  '--single-threaded-gc',
  '--v8-pool-size=1',
];

/** `user`: root owns the namespaces, the code runs as nobody. `namespace`: the user of the server owns them. */
export type SandboxKind = 'user' | 'namespace';

/** A running program. It ends with the process that began it, or when it is killed. */
export interface Sandboxed {
  readonly process: ChildProcess;
  /** Both ways, plain bytes: what comes is hostile. */
  readonly input: Socket;
  readonly output: Socket;
}

/**
 * Runs one program of ours, and code that it is given, with nothing of the machine. It has a root folder of its own with
 * Node, its libraries and the program, all read-only. It has namespaces of its own for network, processes, mounts and
 * IPC. It has no capability and no environment. The kernel limits its memory and processes. docs/isolation.md says what
 * holds where.
 */
export interface Sandbox {
  readonly kind: SandboxKind;
  begin(): Sandboxed;
}

/** Why there is none here, in a sentence for whoever runs the server. */
export interface NoSandbox {
  readonly kind: 'none';
  readonly problem: string;
}

/**
 * Finds the kind of sandbox that this machine and user can have, by trying each.
 *
 * @param program its path; it writes to file descriptor 3 once it runs
 * @param kinds in the order in which they are tried
 */
export async function findSandbox(
  program: string,
  kinds: readonly SandboxKind[] = process.getuid?.() === 0 ? ['user', 'namespace'] : ['namespace'],
): Promise<Sandbox | NoSandbox> {
  if (process.platform !== 'linux') {
    return { kind: 'none', problem: `${process.platform} has no namespaces, which Linux has` };
  }
  const problems = [];
  for (const kind of kinds) {
    const tried = await tryKind(kind, program);
    if (tried.ok) {
      const limit = String(tried.value + memory);
      return { kind, begin: () => begin(kind, program, { limit, errors: 'ignore' }) };
    }
    problems.push(tried.problem);
  }
  return { kind: 'none', problem: problems.join('; ') };
}

/** Kilobytes of writable memory that Node has at its start: V8 reserves hundreds of megabytes that it never uses. */
async function tryKind(kind: SandboxKind, program: string): Promise<Result<number>> {
  const { process: child, output } = begin(kind, program, {
    limit: 'unlimited',
    errors: 'pipe',
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  output.once('data', () => resolve(true));
  child.once('error', (error) => {
    said = error.message;
    resolve(false);
  });
  child.once('close', () => resolve(false));
  try {
    if (!(await promise)) return refused(said.trim().split('\n').at(-1) ?? '');
    const [inside] = (
      await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
    ).split(' ');
    const status = await readFile(`/proc/${inside}/status`, 'utf8');
    const kilobytes = /^VmData:\s+(\d+) kB$/m.exec(status)?.[1];
    if (kilobytes === undefined) return refused('/proc does not say what Node needs');
    return { ok: true, value: Number(kilobytes) };
  } catch (error) {
    return refused(String(error));
  } finally {
    if (child.kill('SIGKILL')) await once(child, 'exit');
  }
}

interface Begin {
  /** Kilobytes that it may write to. */
  readonly limit: string;
  readonly errors: 'ignore' | 'pipe';
}

function begin(kind: SandboxKind, program: string, { limit, errors }: Begin): Sandboxed {
  const [user, own] = kind === 'user' ? [String(nobody), []] : ['', ['--user', '--map-root-user']];
  // In there no package.json says that the program is a module.
  const name = `${basename(program, extname(program))}.mjs`;
  const child = spawn(
    'setpriv',
    [
      ...['--pdeathsig', 'KILL', 'unshare', ...own, ...namespaces],
      ...['sh', enter, user, limit, process.execPath, program, name],
      ...[...flags, `--allow-fs-read=/${name}`, `/${name}`],
    ],
    {
      env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
      // Nobody reads what the program prints.
      stdio: ['pipe', 'ignore', errors, 'pipe'],
      // A process group of its own, which can be halted as one.
      detached: true,
    },
  );
  // If no descriptor is free, the process never begins and nobody else listens: its error would end this server.
  child.on('error', () => {});
  const [input, , , output] = child.stdio ?? [];
  if (!(input instanceof Socket) || !(output instanceof Socket)) throw new Error('no pipes');
  // The process's own events report its end.
  input.on('error', () => {});
  output.on('error', () => {});
  return { process: child, input, output };
}
