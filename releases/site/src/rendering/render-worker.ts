/**
 * The thread in which the server entries of a shell's and a remote's build run. Before they do, all by which
 * they could reach anything but the ledger is taken away: what Node's permission model knows (files, processes)
 * is denied by it anyway; the network it does not know in this version of Node.
 *
 * It imports nothing of ours: the process may read no other file.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';
import { runInThisContext } from 'node:vm';
import threads, { parentPort, workerData } from 'node:worker_threads';

interface Beginning {
  readonly shell: string;
  readonly remote: string;
  readonly configuration: { readonly ledgerUrl: string };
}

/** A page to render, as the site server orders it. */
interface Order {
  readonly id: number;
  readonly address: string;
}

/** By what the pages are rendered that are ordered from now on. */
interface Renewal {
  readonly release: unknown;
}

interface Answer {
  readonly call: number;
  /** The HTTP status; 0: there was no answer. */
  readonly code: number;
  readonly text: string;
}

/** What a shell's server entry exports. */
interface ShellEntry {
  readonly singletons: Readonly<Record<string, unknown>>;
  render(
    order: Omit<Order, 'id'> &
      Renewal & { configuration: unknown; remote: unknown; callsSettled(): Promise<void> },
  ): Promise<string>;
}

interface Running extends Order, Renewal {
  /** Calls that have no answer yet. */
  readonly underWay: Set<Promise<Answer>>;
}

const port = parentPort;
const beginning: Beginning = workerData;
const { configuration } = beginning;
if (port === null) throw new Error('It runs as a thread.');
const { setImmediate, Response, Error: PlainError } = globalThis;
const rendering = new AsyncLocalStorage<Running>();
const answers = new Map<number, (answer: Answer) => void>();
let calls = 0;
let release: unknown;

takeAway();
Object.assign(globalThis, { fetch: askLedger });

const shell = shellOf(moduleOf(beginning.shell, noModule));
const remote = moduleOf(beginning.remote, (name) =>
  Object.hasOwn(shell.singletons, name) ? shell.singletons[name] : noModule(name),
);
port.on('message', (message: Order | Renewal | Answer) => {
  if ('call' in message) return answers.get(message.call)?.(message);
  if ('release' in message) {
    release = message.release;
    return;
  }
  const running: Running = { ...message, release, underWay: new Set() };
  void rendering.run(running, () => renderOne(running));
});
port.postMessage({ type: 'ready' });

async function renderOne(running: Running): Promise<void> {
  const { id, address, release } = running;
  try {
    const callsSettled = () => settled(running);
    const html = await shell.render({ address, configuration, release, remote, callsSettled });
    port?.postMessage({ type: 'rendered', id, html });
  } catch (error) {
    const problem = error instanceof PlainError ? (error.stack ?? error.message) : String(error);
    port?.postMessage({ type: 'failed', id, problem: problem.slice(0, 1_000) });
  }
}

/** Resolves when no call of a page is under way, and whoever waited for one has gone on. */
async function settled(running: Running): Promise<void> {
  await turn();
  while (running.underWay.size > 0) {
    await Promise.allSettled(running.underWay);
    await turn();
  }
  await turn();
}

const turn = () => new Promise<void>((next) => setImmediate(next));

/** In place of `fetch`: a data call to the ledger goes to the site server, which asks; nothing else goes anywhere. */
async function askLedger(input: unknown, init: RequestInit = {}): Promise<Response> {
  const running = rendering.getStore();
  const address = String(input);
  const ledger = `${configuration.ledgerUrl}/`;
  const { body, signal } = init;
  if (running === undefined || !address.startsWith(ledger) || typeof body !== 'string') {
    throw new TypeError(`${address} is not asked where pages are rendered, only the ledger is.`);
  }
  calls += 1;
  const call = calls;
  const answered = new Promise<Answer>((resolve, reject) => {
    answers.set(call, resolve);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    const path = address.slice(ledger.length);
    port?.postMessage({ type: 'call', id: running.id, call, path, body });
  });
  running.underWay.add(answered);
  try {
    const answer = await answered;
    if (answer.code === 0) throw new TypeError('The ledger does not answer.');
    return new Response(answer.text, { status: answer.code });
  } finally {
    answers.delete(call);
    running.underWay.delete(answered);
  }
}

function takeAway(): void {
  const refuse = () => {
    throw new PlainError(
      'There is no network, and there are no threads, where pages are rendered.',
    );
  };
  net.Socket.prototype.connect = refuse;
  net.Server.prototype.listen = refuse;
  for (const module of [dgram, dns, dns.promises]) {
    for (const [name, value] of Object.entries(module)) {
      if (typeof value === 'function') Object.assign(module, { [name]: refuse });
    }
  }
  Object.assign(threads, { Worker: refuse, parentPort: null, workerData: null });
  for (const name of ['process', 'WebSocket', 'EventSource', 'BroadcastChannel', 'WebAssembly']) {
    Reflect.deleteProperty(globalThis, name);
  }
}

/**
 * Runs a CommonJS module. `import()` in it fails, as text that is run by its address alone has no way to
 * import; the process makes no code of strings.
 */
function moduleOf(text: string, require: (name: string) => unknown): unknown {
  const module = { exports: {} };
  const run = runInThisContext(`(function (module, exports, require) {${text}\n})`);
  run(module, module.exports, require);
  return module.exports;
}

function shellOf(entry: unknown): ShellEntry {
  if (isShellEntry(entry)) return entry;
  throw new PlainError('The shell has no render and no singletons.');
}

function isShellEntry(entry: unknown): entry is ShellEntry {
  if (typeof entry !== 'object' || entry === null || !('render' in entry)) return false;
  return typeof entry.render === 'function' && 'singletons' in entry;
}

function noModule(name: string): never {
  throw new PlainError(`${name} is not to be had where pages are rendered.`);
}
