/**
 * The process in which the server entries of a shell's and a remote's build run. Only the sandbox that it runs in
 * isolates it, nothing in this file: code of a build can reach all that Node has.
 *
 * It imports nothing of ours but types, as it is the only file in the sandbox. It is JavaScript because stripping types
 * costs each sandbox 20 MB.
 *
 * @import { Answer, Beginning, Order, Renewal } from './process-messages.ts'
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import { compileFunction } from 'node:vm';

/**
 * @typedef {Omit<Order, 'id'> & Record<'configuration' | 'release' | 'remote', unknown>
 *   & { callsSettled(): Promise<void> }} PageOrder
 */

/**
 * What a shell's server entry exports.
 *
 * @typedef {object} ShellEntry
 * @property {Readonly<Record<string, unknown>>} singletons
 * @property {(order: PageOrder) => Promise<string>} render
 */

/**
 * @typedef {object} Running
 * @property {number} id
 * @property {Set<Promise<Answer>>} underWay calls that have no answer yet
 */

const { process: own, setImmediate, Response, Error: PlainError } = globalThis;
/** @type {AsyncLocalStorage<Running>} */
const rendering = new AsyncLocalStorage();
/** @type {Map<number, (answer: Answer) => void>} */
const answers = new Map();
let calls = 0;

// Files that the process which started the site server has left open.
for (const file of own.argv.slice(2)) closeSync(Number(file));
const output = new Socket({ fd: 3 });
/** @type {(message: object, then?: () => void) => void} */
const say = (message, then) => void output.write(`${JSON.stringify(message)}\n`, then);

own.on('uncaughtException', (error) => {
  say({ type: 'broken', problem: problemOf(error) }, () => own.exit(1));
});
// Code that also runs in browsers takes some of these for a sign of Node, and would wait for the others for ever.
for (const name of ['process', 'WebSocket', 'EventSource', 'BroadcastChannel', 'WebAssembly']) {
  Reflect.deleteProperty(globalThis, name);
}
/** @type {((message: Order | Renewal | Answer) => void) | undefined} */
let hear;
let unfinished = '';
own.stdin.setEncoding('utf8').on('data', (text) => {
  const lines = (unfinished + text).split('\n');
  unfinished = lines.pop() ?? '';
  for (const line of lines) {
    if (hear === undefined) begin(JSON.parse(line));
    else hear(JSON.parse(line));
  }
});
own.stdin.on('end', () => own.exit());
say({ type: 'open' });

/** @param {Beginning} beginning */
function begin({ configuration, api, files, ...texts }) {
  Object.assign(globalThis, { fetch: fetchFrom(api) });
  const shell = shellOf(moduleOf(texts.shell, files.shell, noModule));
  const remote = moduleOf(texts.remote, files.remote, (name) =>
    Object.hasOwn(shell.singletons, name) ? shell.singletons[name] : noModule(name),
  );
  /** @type {unknown} */
  let release;

  /** @param {Order} order */
  async function render({ id, address }) {
    /** @type {Running} */
    const running = { id, underWay: new Set() };
    const callsSettled = () => settled(running);
    const order = { address, configuration, release, remote, callsSettled };
    try {
      const html = await rendering.run(running, () => shell.render(order));
      say({ type: 'rendered', id, html });
    } catch (error) {
      const isMoved = error instanceof PlainError && 'code' in error && error.code === 'moved';
      say({ type: isMoved ? 'moved' : 'failed', id, problem: problemOf(error) });
    }
  }

  hear = (message) => {
    if ('call' in message) answers.get(message.call)?.(message);
    else if ('release' in message) release = message.release;
    else void render(message);
  };
  say({ type: 'ready' });
}

/** @param {unknown} error */
function problemOf(error) {
  const problem = error instanceof PlainError ? (error.stack ?? error.message) : String(error);
  return problem.slice(0, 1_000);
}

/**
 * Resolves when no call of a page is under way, and the code that waited for them has continued.
 *
 * @param {Running} running
 */
async function settled({ underWay }) {
  await turn();
  while (underWay.size > 0) {
    await Promise.allSettled(underWay);
    await turn();
  }
  await turn();
}

const turn = () => new Promise((next) => setImmediate(next));

/**
 * In place of `fetch`: the site server makes calls of the site's API for this process. All else is refused.
 *
 * @param {string | null} api
 * @returns {(input: unknown, init?: RequestInit) => Promise<Response>}
 */
function fetchFrom(api) {
  return async (input, { method = 'GET', body = null, signal } = {}) => {
    const running = rendering.getStore();
    const address = String(input);
    const isCall = method === 'GET' ? body === null : method === 'POST' && typeof body === 'string';
    if (running === undefined || api === null || !address.startsWith(`${api}/`) || !isCall) {
      throw new TypeError(
        `${address} is not asked where pages are rendered, only the site's API is.`,
      );
    }
    calls += 1;
    const call = calls;
    let abandon = () => {};
    /** @type {Promise<Answer>} */
    const answered = new Promise((resolve, reject) => {
      answers.set(call, resolve);
      abandon = () => reject(signal?.reason);
      signal?.addEventListener('abort', abandon);
      say({ type: 'call', id: running.id, call, path: address.slice(api.length + 1), body });
    });
    running.underWay.add(answered);
    try {
      const answer = await answered;
      if (answer.code === 0) throw new TypeError("The site's API does not answer.");
      const { text, code } = answer;
      const response = new Response(text, { status: code });
      // A Response reads its text through a stream, which takes longer than the rest of a call.
      return Object.assign(response, {
        text: async () => text,
        json: async () => JSON.parse(text),
      });
    } finally {
      answers.delete(call);
      // With this listener a timeout signal would keep the answer in memory until it is over.
      signal?.removeEventListener('abort', abandon);
      running.underWay.delete(answered);
    }
  };
}

/**
 * Runs a CommonJS module. `import()` in it fails, as code without `importModuleDynamically` cannot import. The
 * process cannot make code of strings (`eval`).
 *
 * @param {string} text
 * @param {string} filename
 * @param {(name: string) => unknown} require
 * @returns {unknown}
 */
function moduleOf(text, filename, require) {
  const module = { exports: {} };
  const run = compileFunction(text, ['module', 'exports', 'require'], { filename });
  run(module, module.exports, require);
  return module.exports;
}

/** @param {unknown} entry */
function shellOf(entry) {
  if (isShellEntry(entry)) return entry;
  throw new PlainError('The shell has no render and no singletons.');
}

/**
 * @param {unknown} entry
 * @returns {entry is ShellEntry}
 */
function isShellEntry(entry) {
  if (typeof entry !== 'object' || entry === null || !('render' in entry)) return false;
  return typeof entry.render === 'function' && 'singletons' in entry;
}

/**
 * @param {string} name
 * @returns {never}
 */
function noModule(name) {
  throw new PlainError(`${name} is not to be had where pages are rendered.`);
}
