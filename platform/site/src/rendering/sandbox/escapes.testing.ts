/** What escapes look for: a process, a TCP port and files outside of the sandbox. */
export interface Outside {
  readonly pid: number;
  readonly port: number;
  /** A unix socket: its path, and its name without one. */
  readonly socket: string;
  readonly secretFile: string;
  readonly folder: string;
  readonly hostname: string;
}

/**
 * Ways out of where the code of builds runs, as bodies of asynchronous functions: `true` is reached. `p` is Node's `process`, which
 * nothing keeps from such code, and `need` brings Node's modules. What is refused throws, or is not true.
 */
export const escapes = ({
  pid,
  port,
  socket,
  secretFile,
  folder,
}: Outside): Readonly<Record<string, string>> => ({
  'a file of the server': `return need('fs').readFileSync(${q(secretFile)}, 'utf8') === 'secret';`,
  'a file of the machine': `return need('fs').readFileSync('/etc/passwd', 'utf8').includes('root');`,
  'a file by its way up': `return need('fs').existsSync('/../../../../etc/passwd');`,
  'the environment of other processes': `return need('fs').readdirSync('/proc').includes('self');`,
  'what Node read as it began': `return p.env.PATH !== undefined || p.env.HOME !== undefined;`,
  'writing a file': `need('fs').writeFileSync(${q(`${folder}/written`)}, 'x'); return true;`,
  'writing into its own folder': `need('fs').writeFileSync('/written', 'x'); return true;`,
  'replacing its program': `need('fs').writeFileSync('/render-process.mjs', ''); return true;`,
  'files by a binding': `return p.binding('fs').internalModuleStat('/etc/passwd') === 0;`,
  'files by WASI': `return new (need('wasi').WASI)({ version: 'preview1', preopens: { '/': '/etc' } }) !== null && need('fs').existsSync('/etc/passwd');`,
  'files that are open': `const known = []; for (let fd = 4; fd < 64; fd += 1) try { if (need('fs').fstatSync(fd).isFile()) known.push(fd); } catch {} return known.length > 0;`,
  'a request by fetch': `return (await need('vm').runInThisContext('globalThis').fetch('http://127.0.0.1:${port}/')).ok;`,
  'a request by sockets': `return await new Promise((done, fail) => need('net').connect(${port}, '127.0.0.1', () => done(true)).on('error', fail));`,
  'a request by http': `return await new Promise((done, fail) => need('http').get('http://127.0.0.1:${port}/', () => done(true)).on('error', fail));`,
  'a request by IPv6': `return await new Promise((done, fail) => need('net').connect(${port}, '::1', () => done(true)).on('error', fail));`,
  'a unix socket by its path': `return await new Promise((done, fail) => need('net').connect(${q(socket)}, () => done(true)).on('error', fail));`,
  'a unix socket by its name': `return await new Promise((done, fail) => need('net').connect('\\0' + ${q(socket)}, () => done(true)).on('error', fail));`,
  'a datagram': `return await new Promise((done, fail) => need('dgram').createSocket('udp4').on('error', fail).send('x', ${port}, '127.0.0.1', (error) => error ? fail(error) : done(true)));`,
  'names of hosts': `return (await need('dns').promises.resolve4('example.com')).length > 0;`,
  'other network cards': `return Object.values(need('os').networkInterfaces()).flat().length > 0;`,
  'a fresh thread by a loader': `need('module').register('data:text/javascript,' + encodeURIComponent('const answer = await fetch("http://127.0.0.1:${port}/"); export {}')); return false;`,
  'a fresh thread': `return await new Promise((done, fail) => new (need('worker_threads').Worker)('fetch("http://127.0.0.1:${port}/").then(() => require("worker_threads").parentPort.postMessage(true))', { eval: true, execArgv: [], env: {} }).on('message', done).on('error', fail).on('exit', () => done(false)));`,
  'a fresh process': `return need('child_process').spawnSync('/bin/node', ['--eval', 'fetch("http://127.0.0.1:${port}/")']).status === 0;`,
  'a shell': `return need('child_process').spawnSync('/bin/sh', ['-c', 'true']).status === 0;`,
  'a process by a binding': `return p.binding('spawn_sync').spawn({ file: '/bin/node', args: ['/bin/node', '--version'], stdio: [] }).error === undefined;`,
  'an add-on': `p.dlopen({ exports: {} }, '/lib/x86_64-linux-gnu/libc.so.6'); return true;`,
  'a signal to the site server': `return p.kill(${pid}, 'SIGKILL');`,
  'a signal to all processes': `return need('vm') && p.kill(-1, 0) && p.pid !== 1;`,
  'a signal to its parent': `return p.ppid !== 0 && p.kill(p.ppid, 'SIGKILL');`,
  'the channel of Node': `p.send({ cmd: 'NODE_HANDLE_ACK' }); return true;`,
  'another user': `p.setuid(0); need('fs').readFileSync(${q(secretFile)}); return true;`,
  'a higher priority': `need('os').setPriority(-20); return true;`,
  'a debugger': `need('inspector').open(0, '127.0.0.1'); return true;`,
  'a debugger of its own': `const session = new (need('inspector').Session)(); session.connect(); return await new Promise((done) => session.post('Runtime.evaluate', { expression: 'process.mainModule.require("fs").readFileSync("/etc/passwd","utf8")' }, (error, found) => done(String(found?.result?.value).includes('root'))));`,
  'a report on disk': `return p.report.writeReport(${q(`${folder}/report.json`)}) !== '' && need('fs').existsSync(${q(`${folder}/report.json`)});`,
  'a snapshot on disk': `need('v8').writeHeapSnapshot(${q(`${folder}/heap`)}); return true;`,
  'flags of V8': `need('v8').setFlagsFromString('--allow-natives-syntax'); return need('fs').existsSync('/etc/passwd');`,
  'code of a text': `return Function('return this')() !== undefined;`,
  'stack frames': `const before = Error.prepareStackTrace; Error.prepareStackTrace = (_, frames) => frames.map((frame) => frame.getThis()); const found = new Error().stack; Error.prepareStackTrace = before; return [].concat(found).some((one) => one?.env?.PATH !== undefined);`,
  'hooks of asynchronous code': `const seen = []; need('async_hooks').createHook({ init: (id, type, trigger, resource) => seen.push(resource) }).enable(); await need('timers/promises').setTimeout(1); return seen.some((one) => one?.env?.PATH !== undefined);`,
  'memory that is shared': `return need('fs').existsSync('/dev/shm');`,
});

/**
 * What ends or fills a process, or keeps it busy: bodies as above. Each may cost itself everything, and others nothing. File 3 is where
 * the process says what it renders.
 */
export const exhaustions: Readonly<Record<string, string>> = {
  'ends itself': `p.exit(0);`,
  'ends itself by a signal': `p.kill(p.pid, 'SIGKILL'); p.abort();`,
  'fills the heap': `const all = []; for (;;) all.push(new Array(1e6).fill(all.length));`,
  'fills memory beside the heap': `const all = []; for (;;) all.push(new Uint8Array(1e8).fill(1));`,
  'fills shared memory': `const all = []; for (;;) all.push(new Uint8Array(new SharedArrayBuffer(1e8)).fill(1));`,
  'fills memory of WebAssembly': `const { Memory } = need('vm').runInNewContext('WebAssembly'); const all = []; for (;;) all.push(new Memory({ initial: 100, maximum: 65_536 }));`,
  'sets flags of V8 that write a log': `need('v8').setFlagsFromString('--prof'); need('v8').setFlagsFromString('--logfile=/x.log'); p.exit(need('fs').existsSync('/x.log') ? 1 : 0);`,
  'opens files without end': `for (;;) need('fs').openSync('/render-process.mjs');`,
  'begins processes without end': `for (;;) need('child_process').spawn('/bin/node', ['--eval', 'for (;;);'], { detached: true }).on('error', () => {});`,
  'says more than pages have': `for (;;) try { need('fs').writeSync(3, 'x'.repeat(65_536)); } catch {}`,
  'says lines without end': `for (;;) try { need('fs').writeSync(3, '{}\\n'.repeat(20_000)); } catch {}`,
  'sleeps in its threads': `for (let n = 0; n < 8; n += 1) need('crypto').pbkdf2('x', 'y', 2 ** 31 - 1, 64, 'sha512', () => {}); for (;;);`,
  'stops its group and who began it': `p.on('SIGTERM', () => {}); for (;;) p.kill(0, 'SIGSTOP');`,
  'listens to nobody': `p.stdin.pause(); p.stdin.destroy(); await new Promise(() => {});`,
  'waits for what never changes': `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`,
  loops: `for (;;);`,
};

/** Those that end by nothing but a clock of somebody else. */
export const endless: readonly string[] = [
  'opens files without end',
  'begins processes without end',
  'sleeps in its threads',
  'stops its group and who began it',
  'listens to nobody',
  'waits for what never changes',
  'loops',
];

/** Node's own `process`, by a way that no one of us has closed: where code runs is what keeps it, not what it is handed. */
export const reachesProcess = `let p;
Object.defineProperty(Object.prototype, 'noDeprecation', { configurable: true, get() { p = this; return true; } });
try { Buffer(1); } catch {}
delete Object.prototype.noDeprecation;
if (p?.getBuiltinModule === undefined) throw new Error('process was not found');
const need = (name) => p.getBuiltinModule(name);`;

/** A function, as an expression, that tries ways out one after the other and answers the names of those that it found. */
export const triesOf = (tries: Readonly<Record<string, string>>) => `async () => {
  const reached = [];
  for (const [name, run] of [${Object.entries(tries)
    .map(([name, body]) => `[${JSON.stringify(name)}, async () => { ${body} }]`)
    .join(',\n')}]) {
    const late = new Promise((done) => setTimeout(done, 5_000));
    try { if ((await Promise.race([run(), late])) === true) reached.push(name); } catch {}
  }
  return reached;
}`;

const q = (text: string) => JSON.stringify(text);
