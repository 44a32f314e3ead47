import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockHolder, takeLock } from './lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (holder: unknown) =>
  writeFileSync(
    join(folder, 'notes.lock'),
    typeof holder === 'string' ? holder : JSON.stringify(holder),
  );

function take() {
  const taken = takeLock(folder, 'notes');
  if (!taken.ok) throw new Error(`held by ${taken.holder.pid}`);
  return taken.lock;
}

describe('lock', () => {
  it('is taken once, and again after it was released', () => {
    const lock = take();
    expect(takeLock(folder, 'notes')).toMatchObject({ ok: false, holder: { pid: process.pid } });
    lock.release();
    expect(lockHolder(folder, 'notes')).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
    take().release();
  });

  it('tells who holds it and where its service listens', () => {
    const lock = take();
    lock.announce(4_100);
    expect(lockHolder(folder, 'notes')).toMatchObject({ pid: process.pid, port: 4_100 });
    lock.release();
  });

  it('is respected while another process lives, and taken over when it has ended', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(other, 'spawn');
    write({ pid: other.pid, started: null, port: 4_100 });
    expect(takeLock(folder, 'notes')).toMatchObject({
      ok: false,
      holder: { pid: other.pid, port: 4_100 },
    });
    other.kill('SIGKILL');
    await once(other, 'exit');
    take().release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')(
    'is taken over if its pid is another process by now',
    () => {
      write({ pid: process.ppid, started: 'another boot/1' });
      take().release();
    },
  );

  it('is taken by one of many processes that want it at once', async () => {
    write({ pid: 2 ** 22 + 1, started: null });
    const script = `
      const { takeLock } = await import(${JSON.stringify(new URL('./lock.ts', import.meta.url))});
      process.stdin.resume();
      process.stdout.write(takeLock(${JSON.stringify(folder)}, 'notes').ok ? 'taken' : 'not taken');`;
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    );
    const said = await Promise.all(children.map(({ stdout }) => once(stdout, 'data')));
    for (const { stdin } of children) stdin.end();
    await Promise.all(children.map((child) => once(child, 'exit')));
    expect(said.map(String).sort()).toEqual(['not taken', 'not taken', 'not taken', 'taken']);
  });

  it('is taken over from an earlier process with the same pid', () => {
    write({ pid: process.pid, started: null });
    take().release();
  });

  it.each(['', '{"pid":', '{"pid":"1"}', '[]'])('is taken over if it is damaged: %j', (text) => {
    write(text);
    const lock = take();
    expect(JSON.parse(readFileSync(join(folder, 'notes.lock'), 'utf8'))).toMatchObject({
      pid: process.pid,
    });
    lock.release();
  });
});
