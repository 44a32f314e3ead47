import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startChild } from './child.ts';
import { openChildren } from './children.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-tools-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Listens on a free port, says which, and ignores requests to end. */
const stubborn = `
  process.on('SIGTERM', () => {});
  const server = require('node:net').createServer();
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

async function printed(log: string): Promise<number> {
  for (;;) {
    const text = readFileSync(join(folder, log), 'utf8').trim();
    if (text !== '') return Number(text);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

describe('children', () => {
  it('tells the exit code and the last lines of one that ends', async () => {
    const children = openChildren(folder);
    const command = ['-e', 'console.log("a\\n\\nb"); console.error("c"); process.exit(3)'];
    const child = children.start({ name: 'x', command, log: 'x.log' });
    expect(await child.ended).toBe(3);
    expect(child.lastLines(2)).toEqual(['b', 'c']);
  });

  it('tells only its own lines of a log that another wrote to before', async () => {
    const children = openChildren(folder);
    const say = (word: string) =>
      children.start({ name: 'x', command: ['-e', `console.log('${word}')`], log: 'x.log' });
    await say('before').ended;
    const child = say('now');
    await child.ended;
    expect(child.lastLines(5)).toEqual(['now']);
    expect(readFileSync(join(folder, 'x.log'), 'utf8')).toBe('before\nnow\n');
  });

  it('puts a log aside while it is written to, and goes on with what comes then', async () => {
    const children = openChildren(folder);
    // With the last of them the log is long: it is not put aside in the midst of them.
    const line = 'x'.repeat(999);
    const talkative = `
      for (let n = 0; n < 5_000; n += 1) console.log('${line}');
      const { statSync } = require('node:fs');
      const timer = setInterval(() => {
        if (statSync('x.log').size > 0) return;
        clearInterval(timer);
        console.log('later');
      }, 10);`;
    const child = children.start({ name: 'x', command: ['-e', talkative], log: 'x.log', folder });
    expect(await child.ended).toBe(0);
    expect(child.lastLines(5).at(-1)).toBe('later');
    expect(readFileSync(join(folder, 'x.log.old')).length).toBe(5_000_000);
    expect(readFileSync(join(folder, 'x.log'), 'utf8')).toBe('later\n');
  });

  it('lets a log grow that cannot be put aside, and says nothing of one that was removed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    mkdirSync(join(folder, 'x.log.old'));
    const children = openChildren(folder);
    const line = 'x'.repeat(999);
    const command = [
      '-e',
      `for (let n = 0; n < 6_000; n += 1) console.log('${line}');
      setInterval(() => {}, 1_000);`,
    ];
    const log = join(folder, 'x.log');
    const child = children.start({ name: 'x', command, log: 'x.log' });
    await expect.poll(() => statSync(log).size).toBe(6_000_000);
    vi.advanceTimersByTime(1_000);
    expect(child.lastLines(1)).toEqual([line]);
    await child.end(0);
    const next = children.start({ name: 'x', command: ['-e', ''], log: 'x.log' });
    expect(await next.ended).toBe(0);
    expect(statSync(log).size).toBe(6_000_000);
    rmSync(log);
    expect(next.lastLines(1)).toEqual([]);
  });

  it('keeps the answer of one that answers, whole and apart from its log', async () => {
    const children = openChildren(folder);
    const command = ['-e', 'console.error("note"); console.log("é".repeat(200_000))'];
    const child = children.start({ name: 'x', command, log: 'x.log', answers: true });
    expect(await child.ended).toBe(0);
    expect(child.answer()).toBe(`${'é'.repeat(200_000)}\n`);
    expect(child.lastLines(5)).toEqual(['note']);
  });

  it('ends one that does not want to, with all that it has started', async () => {
    const children = openChildren(folder);
    const parent = `
      process.on('SIGTERM', () => {});
      require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio: 'inherit' });
      setInterval(() => {}, 1000);`;
    const child = children.start({ name: 'x', command: ['-e', parent], log: 'x.log' });
    const port = await printed('x.log');
    expect(await isFree(port)).toBe(false);
    await child.end(50);
    expect(await child.ended).toBe(128 + 9);
    await expect.poll(() => isFree(port)).toBe(true);
  });

  it('lets them end by themselves when one Ctrl-C comes several times', async () => {
    const child = `
      const { existsSync, writeFileSync } = require('node:fs');
      process.on('SIGTERM', () => {
        writeFileSync('told', '');
        setInterval(() => existsSync('go on') && (console.log('closed'), process.exit()), 10);
      });
      setInterval(() => {}, 1000);
      writeFileSync('there', '');`;
    const parent = `
      import { openChildren } from ${JSON.stringify(import.meta.resolve('./children.ts'))};
      const folder = ${JSON.stringify(folder)};
      const children = openChildren(folder);
      children.endOnSignals();
      children.start({ name: 'y', command: ['-e', ${JSON.stringify(child)}], log: 'y.log', folder });
      setInterval(() => {}, 1000);`;
    const command = ['--input-type=module', '-e', parent];
    const outer = startChild({ name: 'x', command, log: join(folder, 'x.log') });
    await expect.poll(() => existsSync(join(folder, 'there'))).toBe(true);
    outer.tell('SIGINT');
    await expect.poll(() => existsSync(join(folder, 'told'))).toBe(true);
    outer.tell('SIGINT');
    outer.tell('SIGTERM');
    writeFileSync(join(folder, 'go on'), '');
    expect(await outer.ended).toBe(130);
    expect(readFileSync(join(folder, 'y.log'), 'utf8')).toBe('closed\n');
  });

  it('ends as whoever is told to stop by SIGTERM does', async () => {
    const parent = `
      import { openChildren } from ${JSON.stringify(import.meta.resolve('./children.ts'))};
      openChildren(${JSON.stringify(folder)}).endOnSignals();
      process.kill(process.pid, 'SIGTERM');
      setInterval(() => {}, 1000);`;
    const command = ['--input-type=module', '-e', parent];
    expect(await startChild({ name: 'x', command, log: join(folder, 'x.log') }).ended).toBe(143);
  });

  it('leaves none behind when its parent is killed', async () => {
    const parent = `
      import { openChildren } from ${JSON.stringify(import.meta.resolve('./children.ts'))};
      const child = "const s = require('node:net').createServer(); s.listen(0, '127.0.0.1', () => console.log(s.address().port))";
      openChildren(${JSON.stringify(folder)}).start({ name: 'y', command: ['-e', child], log: 'y.log' });
      console.log('started');
      setInterval(() => {}, 1000);`;
    const outer = openChildren(folder).start({
      name: 'x',
      command: ['--input-type=module', '-e', parent],
      log: 'x.log',
    });
    await expect.poll(() => outer.lastLines(1)).toEqual(['started']);
    const port = await printed('y.log');
    await outer.end(0);
    await expect.poll(() => isFree(port)).toBe(true);
  });

  it('leaves no shell behind either when its parent ends by itself', async () => {
    const line = `exec '${process.execPath}' -e "const s = require('node:net').createServer(); s.listen(0, '127.0.0.1', () => console.log(s.address().port))"`;
    const parent = `
      import { readFileSync } from 'node:fs';
      import { openChildren } from ${JSON.stringify(import.meta.resolve('./children.ts'))};
      openChildren(${JSON.stringify(folder)}).start({ name: 'y', command: ${JSON.stringify(line)}, log: 'y.log' });
      setInterval(() => {
        if (readFileSync(${JSON.stringify(join(folder, 'y.log'))}, 'utf8') !== '') process.exit(3);
      }, 10);`;
    const command = ['--input-type=module', '-e', parent];
    expect(await openChildren(folder).start({ name: 'x', command, log: 'x.log' }).ended).toBe(3);
    const port = await printed('y.log');
    await expect.poll(() => isFree(port)).toBe(true);
  });

  it('listens for the end of this process while one runs, and no longer', async () => {
    const before = process.listeners('exit');
    const added = () => process.listeners('exit').filter((one) => !before.includes(one)).length;
    const children = openChildren(folder);
    const ending = ['one', 'other'].map((name) => children.start({ name, command: ['-e', ''] }));
    expect(added()).toBe(1);
    await Promise.all(ending.map((child) => child.ended));
    expect(added()).toBe(0);
    children.start({ name: 'x', command: ['-e', 'setInterval(() => {}, 1_000)'] });
    expect(added()).toBe(1);
    const ended = children.endAll();
    expect(added()).toBe(0);
    await ended;
  });

  it('gives one that is alone the variables of its order and no others', async () => {
    const child = openChildren(folder).start({
      name: 'x',
      command: ['-e', 'console.log(process.env.A, process.env.PATH)'],
      environment: { A: 'one' },
      alone: true,
      log: 'x.log',
    });
    await child.ended;
    expect(child.lastLines(1)).toEqual(['one undefined']);
  });
});
