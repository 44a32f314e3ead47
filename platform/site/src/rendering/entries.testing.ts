// Server entries of builds, as text.

/** A shell that puts what the remote says into the page. */
export const shellEntry = `exports.singletons = { react: 'the shell’s react' };
exports.render = async (order) => {
  const html = await order.remote.page(order);
  await order.callsSettled();
  return html;
};`;

/** A remote that shows what the site's API answers, and how often it was asked to. */
export const listEntry = (name: string) => `let times = 0;
exports.page = async ({ address, configuration }) => {
  times += 1;
  const answer = await fetch(configuration.breadsUrl + '/breads/list', {
    method: 'POST',
    body: JSON.stringify({ index: 1, items: 10 }),
  });
  const { data } = await answer.json();
  return '<link rel="preload" as="image" href="/artifacts/mfe-note/x.svg"/><p>${name} ' + address + ' has ' + data.count + ', made ' + times + '</p>';
};`;

/** What the code of a remote does that is to bring a page, and does not: bodies of asynchronous functions. */
export const wrongPages = {
  throws: `throw new Error('broken');`,
  'loops forever': 'for (;;);',
  'never answers': 'await new Promise(() => {});',
  'eats memory': 'const all = []; for (;;) all.push(new Array(1e6).fill(all.length));',
  'eats memory beside the heap': 'const all = []; for (;;) all.push(new Uint8Array(1e8).fill(1));',
  'ends its process': 'process.exit();',
} as const;

/** What such code may want to reach, as expressions: none may be had. `url` is a server's. */
export const reaches = (url: string): Readonly<Record<string, string>> => ({
  process: 'process.env.HOME',
  environment: 'globalThis.process.env',
  builtin: `globalThis.process.getBuiltinModule('fs')`,
  required: `require('node:fs').readFileSync('/etc/hostname')`,
  imported: `import('node:fs')`,
  'imported network': `import('node:net')`,
  'code of a text': `Function('return process')()`,
  'code of a text once more': `[].constructor.constructor('return this')()`,
  asynchronous: `Object.getPrototypeOf(async function () {}).constructor('return process')()`,
  fetched: `fetch('${url}/fetched')`,
  'fetched of the site': `fetch('/releases/current.json')`,
  socket: `new WebSocket('${url.replace('http', 'ws')}/socket')`,
  stream: `new EventSource('${url}/stream')`,
  'other threads': `new BroadcastChannel('x')`,
  machine: 'new WebAssembly.Memory({ initial: 1 })',
});

/** What stack traces call the entries. */
export const entryFiles = {
  shell: '/artifacts/shell/1.0.0-000000000001/server/entry.js',
  remote: '/artifacts/mfe-note/1.0.0-000000000002/server/entry.js',
};
