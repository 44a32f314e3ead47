import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@tallystick/store/free-ports.testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Children, openChildren } from '../process/children.ts';
import { waitForHealth } from './health.ts';

let folder = '';
let children: Children;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-tools-'));
  children = openChildren(folder);
});
afterEach(async () => {
  await children.endAll();
  rmSync(folder, { recursive: true });
});

function start(script: string) {
  return children.start({ name: 'ledger service', command: ['-e', script], log: 'x.log' });
}

const serverAt = async () => `http://127.0.0.1:${await freePort()}`;
const say = () => {};

describe('waitForHealth', () => {
  it('waits for the first answer of 200', async () => {
    const port = await freePort();
    const child = start(`
      let asked = 0;
      require('node:http').createServer((request, response) => {
        asked += 1;
        response.writeHead(asked > 2 && request.url === '/health' ? 200 : 503).end();
      }).listen(${port}, '127.0.0.1');`);
    const origin = `http://127.0.0.1:${port}`;
    expect(await waitForHealth(child, { origin, say })).toEqual({ ok: true });
  });

  it('quotes a child that ends with one line', async () => {
    const child = start('console.error("the store is locked by process 7"); process.exit(1)');
    expect(await waitForHealth(child, { origin: await serverAt(), say })).toEqual({
      ok: false,
      problem: 'The ledger service did not start: the store is locked by process 7',
    });
  });

  it('shows the last lines of a child that ends with more', async () => {
    const child = start('console.error("a\\nb"); process.exit(1)');
    expect(await waitForHealth(child, { origin: await serverAt(), say })).toEqual({
      ok: false,
      problem: `The ledger service did not start, it ended (exit code 1). Its log is ${join(folder, 'x.log')}.`,
      detail: ['a', 'b'],
    });
  });

  it('says of a child that ends without a word how it ended, and names no empty log', async () => {
    const child = start("process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)");
    expect(await waitForHealth(child, { origin: await serverAt(), say })).toEqual({
      ok: false,
      problem:
        'The ledger service did not start, it ended (exit code 137). It has written nothing.',
      detail: [],
    });
  });

  it('does not wait for a child that stands still', async () => {
    const origin = await serverAt();
    // It does nothing at all from here on, as one that waits for a lock for ever.
    const child = start('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)');
    expect(await waitForHealth(child, { origin, say, patience: 3 })).toMatchObject({
      ok: false,
      problem: `The ledger service stands still: it runs, but neither answers at ${origin}/health nor works. It has written nothing.`,
    });
  });

  it('waits for one that works, and says for what', async () => {
    const port = await freePort();
    // The child answers only after somebody was told what is waited for.
    const child = start(`
      const { existsSync } = require('node:fs');
      const never = new Int32Array(new SharedArrayBuffer(4));
      while (!existsSync(${JSON.stringify(join(folder, 'said'))})) Atomics.wait(never, 0, 0, 10);
      require('node:http').createServer((_, response) => response.end()).listen(${port}, '127.0.0.1');`);
    const said: string[] = [];
    const origin = `http://127.0.0.1:${port}`;
    const outcome = await waitForHealth(child, {
      origin,
      say: (line) => {
        said.push(line);
        writeFileSync(join(folder, 'said'), '');
      },
    });
    expect(outcome).toEqual({ ok: true });
    expect(said).toEqual([
      expect.stringMatching(
        /^Waiting for the ledger service: it runs and has used \d+ s of processor time, but does not answer at http:\/\/127\.0\.0\.1:\d+ yet; it has written nothing yet$/,
      ),
    ]);
  });
});
