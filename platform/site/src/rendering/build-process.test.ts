import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, open, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { beginBuilds, findBuildSandbox } from './build-process.ts';
import { entryFiles } from './entries.testing.ts';
import type { PageSaid } from './said.ts';
import { reachesProcess } from './sandbox/escapes.testing.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

const shell = 'exports.singletons = {}; exports.render = (order) => order.remote.page(order);';
const loops = 'setTimeout(() => { for (;;); });';
const readsFile = `${reachesProcess}
exports.page = () => { try { return need('fs').readFileSync(40, 'utf8'); } catch (error) { return error.code; } };`;
const sandbox = await findBuildSandbox();
const here = sandbox.kind === 'none' ? it.skip : it;

/** A site server that does this, and may `begin` this remote's build. */
const serverOf = (remote: string, then: string, files: number[] = []) =>
  spawn(
    'prlimit',
    [
      '--nofile=200',
      process.execPath,
      '--input-type=module',
      '--eval',
      `import { openSync } from 'node:fs';
      import { beginBuilds, findBuildSandbox } from ${JSON.stringify(new URL('./build-process.ts', import.meta.url))};
      setInterval(() => {}, 1_000);
      const sandbox = await findBuildSandbox();
      const begin = (said = () => {}) => beginBuilds(sandbox, ${JSON.stringify({ shell, remote, files: entryFiles, configuration: { productName: 'Bakery', services: [] }, api: 'http://127.0.0.1:9' })}, { signal: new AbortController().signal, said, ended() {} });
      ${then}`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit', ...Array<'ignore'>(37).fill('ignore'), ...files] },
  );

here.each([
  ['in the midst of a loop', ''],
  ['while it is halted', 'begun.suspend();'],
])('ends when its site server is gone, also %s', async (_, then) => {
  const server = serverOf(
    loops,
    `const begun = await begin(); ${then} process.stdout.write('begun');`,
  );
  await once(server.stdout ?? server, 'data');
  const starter = await childOf(server.pid);
  const inside = await childOf(starter);
  expect([starter, inside].map(isThere)).toEqual([true, true]);
  server.kill('SIGKILL');
  await expect.poll(() => [starter, inside].filter(isThere)).toEqual([]);
});

here('has no file that was left open by whoever started its site server', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'tallystick-left-'));
  const path = join(folder.path, 'secret');
  await writeFile(path, 'secret');
  await using file = await open(path);
  const server = serverOf(
    readsFile,
    `const begun = await begin(({ html }) => process.stdout.write(html)); begun.send({ id: 1, address: '/' });`,
    [file.fd],
  );
  const [said] = await once(server.stdout ?? server, 'data');
  expect(String(said)).toBe('EBADF');
  server.kill('SIGKILL');
});

here('fails alone where its site server has no file left', async () => {
  const server = serverOf(
    '',
    `try { for (;;) openSync('/'); } catch {}
    try { await begin(); } catch {}
    setImmediate(() => process.stdout.write('lives'));`,
  );
  const said = await Promise.race([once(server.stdout ?? server, 'data'), once(server, 'exit')]);
  expect(String(said[0])).toBe('lives');
  server.kill('SIGKILL');
});

/** A process of these builds, and what it says. */
function begin(remote: string, where: Sandbox) {
  const end = new AbortController();
  const ended = Promise.withResolvers<string>();
  const said: PageSaid[] = [];
  const begun = beginBuilds(
    where,
    {
      shell,
      remote: `${reachesProcess}\n${remote}`,
      files: entryFiles,
      configuration: { productName: 'Bakery', services: [] },
      api: null,
    },
    { signal: end.signal, said: (what) => said.push(what), ended: ended.resolve },
  );
  return { begun, said, ended: ended.promise, end: () => end.abort() };
}

const theSandbox = () => {
  if (sandbox.kind === 'none') throw new Error(sandbox.problem);
  return sandbox;
};

here('is told of builds once it runs, and not before', async () => {
  let told = -1;
  const watched: Sandbox = {
    kind: theSandbox().kind,
    begin() {
      const begun = theSandbox().begin();
      begun.output.once('data', () => {
        told = begun.input.bytesWritten;
      });
      return begun;
    },
  };
  const { begun, end } = begin('', watched);
  await begun;
  expect(told).toBe(0);
  end();
});

here('brings no page before its code has run', async () => {
  // Nobody could halt it then: it would go on with no page asked for.
  const { said, ended } = begin(
    `need('fs').writeSync(3, '{"type":"rendered","id":1,"html":"x"}\\n{"type":"broken","problem":"is heard"}\\n'); for (;;);`,
    theSandbox(),
  );
  expect(await ended).toBe('is heard');
  expect(said).toEqual([]);
});

here('ends when it reads nothing of much that it is told', async () => {
  const { begun, ended, end } = begin('', theSandbox());
  const { send, suspend } = await begun;
  suspend();
  for (let n = 0; n < 20; n += 1) send({ call: n, code: 200, text: 'x'.repeat(1_000_000) });
  expect(await ended).toBe('it does not read what it is told');
  end();
});

async function childOf(pid: number | undefined): Promise<number> {
  return Number(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'));
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
