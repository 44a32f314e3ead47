import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@tallystick/store/free-ports.testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Children, openChildren } from '../process/children.ts';
import { waitForHealth } from './health.ts';

/** Far longer than anything here takes. */
const never = 600_000;

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

describe('waitForHealth', () => {
  it('waits for the first answer of 200', async () => {
    const port = await freePort();
    const child = start(`
      let asked = 0;
      require('node:http').createServer((request, response) => {
        asked += 1;
        response.writeHead(asked > 2 && request.url === '/health' ? 200 : 503).end();
      }).listen(${port}, '127.0.0.1');`);
    expect(await waitForHealth(child, `http://127.0.0.1:${port}`, never)).toEqual({ ok: true });
  });

  it('quotes a child that ends with one line', async () => {
    const child = start('console.error("the store is locked by process 7"); process.exit(1)');
    expect(await waitForHealth(child, `http://127.0.0.1:${await freePort()}`, never)).toEqual({
      ok: false,
      problem: 'The ledger service did not start: the store is locked by process 7',
    });
  });

  it('shows the last lines of a child that ends with more', async () => {
    const child = start('console.error("a\\nb"); process.exit(1)');
    expect(await waitForHealth(child, `http://127.0.0.1:${await freePort()}`, never)).toEqual({
      ok: false,
      problem: `The ledger service did not start; see ${join(folder, 'x.log')}.`,
      detail: ['a', 'b'],
    });
  });

  it('does not wait for ever', async () => {
    const port = await freePort();
    const child = start('setInterval(() => {}, 1000)');
    expect(await waitForHealth(child, `http://127.0.0.1:${port}`, 300)).toMatchObject({
      ok: false,
      problem: `The ledger service did not answer at http://127.0.0.1:${port} within 0.3 s; see ${join(folder, 'x.log')}.`,
    });
  });
});
