import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { nodeVariables } from '@tallystick/store/node-process.testing';
import { expect, it, onTestFinished } from 'vitest';

/** Runs a process of one opening, whose lines have `holding`, `say`, `stop`, and promises `begun` and `done`. */
async function run(opening: string) {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-process-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const program = `
    const { runServers } = await import(${JSON.stringify(new URL('./server-process.ts', import.meta.url))});
    const [begun, done] = [Promise.withResolvers(), Promise.withResolvers()];
    const say = (line) => console.log(line);
    const stop = () => process.kill(process.pid, 'SIGTERM');
    // Promises alone keep no process.
    setInterval(() => {}, 1_000);
    await runServers('test', [async (_, holding) => {${opening}}]);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...nodeVariables, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, out, err };
}

it('closes all of what was opened, each once, also where a stop comes during the start', async () => {
  const ended = await run(`
    holding.closeLater(async () => { say('first'); begun.resolve(); await done.promise; });
    stop();
    await begun.promise;
    holding.closeLater(async () => say('second'));
    done.resolve();`);
  expect(ended).toEqual({ code: 0, out: 'first\nsecond\n', err: '' });
});

it('closes all once where a stop comes after the start has failed, which it says', async () => {
  const ended = await run(`
    process.on('SIGTERM', () => setImmediate(done.resolve));
    holding.closeLater(async () => { say('closing'); stop(); await done.promise; say('closed'); });
    throw new Error('No store.');`);
  expect(ended).toEqual({ code: 1, out: 'closing\nclosed\n', err: 'No store.\n' });
});
