import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { findBuildSandbox } from './build-process.ts';

const builds = JSON.stringify({
  shell: 'exports.singletons = {}; exports.render = () => {};',
  remote: 'setTimeout(() => { for (;;); });',
  configuration: { ledgerUrl: 'http://127.0.0.1:9' },
});
const { kind } = await findBuildSandbox();

it.skipIf(kind === 'none').each([
  ['in the midst of a loop', ''],
  ['while it is halted', 'begun.suspend();'],
])('ends when its site server is gone, also %s', async (_, then) => {
  const server = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { beginBuilds, findBuildSandbox } from ${JSON.stringify(new URL('./build-process.ts', import.meta.url))};
      setInterval(() => {}, 1_000);
      const begun = await beginBuilds(await findBuildSandbox(), ${builds}, { signal: new AbortController().signal, said() {}, ended() {} });
      ${then}
      process.stdout.write('begun');`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(server.stdout, 'data');
  const starter = await childOf(server.pid);
  const inside = await childOf(starter);
  expect([starter, inside].map(isThere)).toEqual([true, true]);
  server.kill('SIGKILL');
  await expect.poll(() => [starter, inside].filter(isThere)).toEqual([]);
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
