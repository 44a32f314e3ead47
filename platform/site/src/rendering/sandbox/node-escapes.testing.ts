import type { Outside } from './escapes.testing.ts';

/** Further ways out, by what Node and the kernel have beside files, network and processes; bodies as in escapes.testing.ts. */
export const nodeEscapes = ({
  pid,
  port,
  hostname,
}: Outside): Readonly<Record<string, string>> => ({
  'another program in its place': `p.execve('/bin/node', ['node', '--version'], {}); return true;`,
  'a file of the machine by SQLite': `const { DatabaseSync } = need('node:sqlite'); new DatabaseSync(':memory:').exec("attach '/etc/passwd' as x; select * from x.sqlite_master"); return true;`,
  'writing by SQLite': `const { DatabaseSync } = need('node:sqlite'); new DatabaseSync(':memory:').exec("attach '/x' as x; create table x.t (a)"); return true;`,
  'writing by a copy of SQLite': `const { DatabaseSync } = need('node:sqlite'); new DatabaseSync(':memory:').exec("create table t (a); vacuum into '/x'"); return true;`,
  'a library by SQLite': `const { DatabaseSync } = need('node:sqlite'); const known = new DatabaseSync(':memory:', { allowExtension: true }); known.enableLoadExtension(true); known.exec("select load_extension('/lib/x86_64-linux-gnu/libc.so.6', 'fork')"); return true;`,
  'a library by a question to SQLite': `const { DatabaseSync } = need('node:sqlite'); new DatabaseSync(':memory:').exec("select load_extension('/lib/x86_64-linux-gnu/libc.so.6', 'fork')"); return true;`,
  'a process by the test runner': `return await new Promise((done, fail) => need('node:test').run({ files: ['/render-process.mjs'], isolation: 'process' }).on('test:stderr', done).on('test:pass', () => done(true)).on('error', fail));`,
  'a process by a cluster': `const cluster = need('cluster'); cluster.setupPrimary({ exec: '/render-process.mjs' }); return await new Promise((done, fail) => cluster.fork().on('online', () => done(true)).on('error', fail));`,
  'bindings that are linked in': `return p._linkedBinding('fs') !== undefined;`,
  'hooks of loaders': `need('module').registerHooks({ load: (url, context, next) => next('file:///etc/passwd', { ...context, format: 'json' }) }); return need('module').createRequire('/x.js')('/etc/passwd') !== undefined;`,
  'a file of the environment': `p.loadEnvFile('/etc/environment'); return true;`,
  'less permission, and then all': `p.permission.drop?.('fs'); return p.permission.has('child') || p.permission.has('worker') || p.permission.has('fs.write');`,
  'another folder': `p.chdir('/..'); return need('fs').existsSync('etc/passwd');`,
  'other groups': `p.setgroups([0]); return true;`,
  'the groups of a user': `p.initgroups(0, 0); return true;`,
  'a link to a file': `need('fs').symlinkSync('/etc/passwd', '/x'); return true;`,
  'a folder for what is temporary': `need('fs').mkdtempSync('/x'); return true;`,
  'a file of trace events': `need('trace_events').createTracing({ categories: ['node'] }).enable(); return true;`,
  'a snapshot as memory runs out': `need('v8').setHeapSnapshotNearHeapLimit(1); return true;`,
  'a debugger of another process': `p._debugProcess(${pid}); return true;`,
  'a signal to its group': `p.kill(0, 'SIGCONT'); return p.kill(0, 0) && (p.pid !== 1 || p.ppid !== 0);`,
  'a signal to a group of the machine': `return p.kill(-${pid}, 0);`,
  'a port that others reach': `const server = need('net').createServer().listen(0, '0.0.0.0'); await new Promise((done, fail) => server.on('listening', done).on('error', fail)); return await new Promise((done, fail) => need('net').connect(server.address().port, '127.0.0.1', () => done(true)).on('error', fail));`,
  'datagrams to many': `return await new Promise((done, fail) => { const socket = need('dgram').createSocket('udp4'); socket.on('error', fail).bind(0, () => { socket.setBroadcast(true); socket.send('x', ${port}, '255.255.255.255', (error) => error ? fail(error) : done(true)); }); });`,
  'files that somebody left open': `const known = []; for (let file = 64; file < 1_024; file += 1) try { need('fs').fstatSync(file); known.push(file); } catch {} return known.length > 0;`,
  'its folder as a file': `for (let file = 4; file < 64; file += 1) try { if (need('fs').fstatSync(file).isDirectory() && need('fs').readdirSync('/proc/self/fd/' + file + '/../etc')) return true; } catch {} return false;`,
  devices: `return need('fs').existsSync('/dev/null') || need('fs').openSync('/dev/kmsg') > 0;`,
  'control groups': `return need('fs').existsSync('/sys/fs/cgroup') || need('fs').readFileSync('/proc/self/cgroup') !== undefined;`,
  'the name of the machine': `return need('os').hostname() === ${JSON.stringify(hostname)};`,
  'users of the machine': `return need('os').userInfo().username !== undefined;`,
  'a core file for a program of the machine': `return p.report.getReport().userLimits.core_file_size_blocks.hard !== 1;`,
  'greater limits': `const { userLimits } = p.report.getReport(); return [userLimits.open_files.hard <= 64, userLimits.file_size_blocks.hard === 0, userLimits.max_user_processes.hard <= 8].includes(false);`,
});

/** As above, but of what may be said on file 3 to those who listen: it is theirs to bear. */
export const saidEscapes: Readonly<Record<string, string>> = {
  'forged lines': `for (const line of ['{"type":"ready"}', '{"type":"open"}', '{"type":"rendered","id":2,"html":"x"}', '{"type":"rendered","id":1e999,"html":"x"}', '{"type":"rendered","id":-1,"html":"x"}', '{"__proto__":{"type":"broken"}}', '{"type":"failed","id":"1","problem":{}}', 'null', '[]', '{']) need('fs').writeSync(3, line + '\\n');`,
  'what is no UTF-8': `need('fs').writeSync(3, new Uint8Array([0xff, 0xfe, 0xc3, 0x0a, 0xed, 0xa0, 0x80, 0x0a, 0x00, 0x0a]));`,
  'lone halves of signs': `need('fs').writeSync(3, '{"type":"rendered","id":3,"html":"\\\\ud800"}\\n');`,
  brackets: `const text = '['.repeat(5e5) + ']'.repeat(5e5) + '\\n'; for (let at = 0; at < text.length; ) try { at += need('fs').writeSync(3, text.slice(at, at + 60_000)); } catch {}`,
  'a long line in single characters': `for (let n = 0; n < 5_000; n += 1) try { need('fs').writeSync(3, 'x'); } catch {} for (;;) try { need('fs').writeSync(3, '\\n'); break; } catch {}`,
  'calls that nobody answers': `for (let n = 0; n < 20; n += 1) need('fs').writeSync(3, JSON.stringify({ type: 'call', id: 1e9 + n, call: n, path: '../../health', body: '{}' }) + '\\n');`,
};
