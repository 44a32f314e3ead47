import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeLock } from './lock.ts';
import { inPidNamespace } from './pid-namespace.testing.ts';

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-lock-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  rmSync(folder, { recursive: true });
});

function take() {
  const taken = takeLock(folder, 'notes');
  if (!taken.ok) throw new Error(`held by ${taken.holder}`);
  return taken.value;
}

/** Another process, which runs the lines with `takeLock`, `folder` and `say`; `said` is its first word. */
async function run(script: string, namespace: readonly string[] = []) {
  const [command = process.execPath, ...words] = [...namespace, process.execPath];
  const opening = `
    const { takeLock } = await import(${JSON.stringify(new URL('./lock.ts', import.meta.url))});
    const folder = ${JSON.stringify(folder)};
    const say = (word) => process.stdout.write(word + '\\n');
    process.stdin.resume();`;
  const child = spawn(command, [...words, '--input-type=module', '-e', opening + script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const [said] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, said };
}

const taking = `
  const taken = takeLock(folder, 'notes');
  say(taken.ok ? 'taken' : 'refused: ' + taken.holder);`;

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

describe('lock', () => {
  it('is taken once, and again after it was released', () => {
    const lock = take();
    expect(takeLock(folder, 'notes')).toEqual({ ok: false, holder: `process ${process.pid}` });
    const other = takeLock(folder, 'others');
    expect(other.ok).toBe(true);
    if (other.ok) other.value.release();
    lock.release();
    lock.release();
    expect(existsSync(join(folder, 'notes.lock'))).toBe(false);
    take().release();
  });

  it('is respected while another process lives, and ends with it', async () => {
    const { child, said } = await run(taking);
    expect(said).toBe('taken');
    expect(takeLock(folder, 'notes')).toEqual({ ok: false, holder: `process ${child.pid}` });
    await kill(child);
    take().release();
    expect(readdirSync(folder)).toEqual(['notes.lock.db']);
  });

  it.runIf(inPidNamespace)('is respected by a process that cannot see who holds it', async () => {
    const first = await run(taking, inPidNamespace);
    expect(first.said).toBe('taken');
    expect(await run(taking, inPidNamespace)).toMatchObject({ said: 'refused: process 1' });
    expect(takeLock(folder, 'notes')).toEqual({ ok: false, holder: 'process 1' });
    await kill(first.child);
    expect(await run(taking, inPidNamespace)).toMatchObject({ said: 'taken' });
  });

  it('does not end because nobody refers to it, or because a child of the holder ends', async () => {
    const { said } = await run(`
      const { execFileSync } = await import('node:child_process');
      const { setFlagsFromString } = await import('node:v8');
      const { runInNewContext } = await import('node:vm');
      takeLock(folder, 'notes');
      setFlagsFromString('--expose-gc');
      runInNewContext('gc')();
      execFileSync(process.execPath, ['--version']);
      say('done');`);
    expect(said).toBe('done');
    expect(takeLock(folder, 'notes').ok).toBe(false);
  });

  it('is taken by one of many processes that want it at once', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => run(taking)));
    expect(all.filter(({ said }) => said === 'taken')).toHaveLength(1);
  });

  it('is never had by two while many take and release it', async () => {
    const rounds = await Promise.all(
      Array.from({ length: 4 }, () =>
        run(`
          const { rmSync, writeFileSync } = await import('node:fs');
          const inside = folder + '/inside';
          for (let rounds = 0; rounds < 100; ) {
            const taken = takeLock(folder, 'notes');
            if (!taken.ok) continue;
            writeFileSync(inside, '', { flag: 'wx' });
            rmSync(inside);
            taken.value.release();
            rounds += 1;
          }
          say('done');`),
      ),
    );
    expect(rounds.map(({ said }) => said)).toEqual(['done', 'done', 'done', 'done']);
  });

  it.each([
    '',
    '{"pid":',
    '{"pid":"1"}',
    `{"pid":${process.pid},"started":null}`,
    `{"pid":${process.ppid},"started":null,"port":4100}`,
  ])('heeds no note that somebody has left: %j', (text) => {
    writeFileSync(join(folder, 'notes.lock'), text);
    const lock = take();
    expect(takeLock(folder, 'notes')).toEqual({ ok: false, holder: `process ${process.pid}` });
    lock.release();
  });
});
