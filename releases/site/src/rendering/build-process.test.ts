import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const builds = JSON.stringify({
  shell: 'exports.singletons = {}; exports.render = () => {};',
  remote: 'setTimeout(() => { for (;;); });',
  configuration: { ledgerUrl: 'http://127.0.0.1:9' },
});

it.runIf(process.platform === 'linux')(
  'ends when its site server is gone, also in the midst of a loop',
  async () => {
    const server = spawn(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { beginBuilds } from ${JSON.stringify(new URL('./build-process.ts', import.meta.url))};
        setInterval(() => {}, 1_000);
        await beginBuilds(${builds}, { signal: new AbortController().signal, said() {}, ended() {} });
        process.stdout.write('begun');`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(server.stdout, 'data');
    const children = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8');
    const rendering = Number(children);
    expect(isThere(rendering)).toBe(true);
    server.kill('SIGKILL');
    await expect.poll(() => isThere(rendering)).toBe(false);
  },
);

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
