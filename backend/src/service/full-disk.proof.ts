import { randomUUID } from 'node:crypto';
import { openSmallDisk } from '@tallystick/store/small-disk.testing';
import * as v from 'valibot';
import { afterAll, describe, expect, it } from 'vitest';
import { ledgerLines, type Running, startLedger, startService } from '../cli/cli.testing.ts';

const full = 'There is no room on the disk of the ledger: nothing can be recorded now.';
const listSchema = v.object({ data: v.object({ count: v.number() }) });

const disk = await openSmallDisk(320);

describe.runIf(disk !== null)('a service whose disk is full', () => {
  const folder = disk?.folder ?? '';
  let service: (Running & { origin: string }) | undefined;
  afterAll(async () => {
    service?.child.kill('SIGKILL');
    await service?.ended;
    await disk?.end();
  });

  const call = async (path: string, data: object) => {
    const answer = await fetch(`${service?.origin}${path}`, {
      method: 'POST',
      headers: { authorization: 'public-local', 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const count = async () => {
    const { body } = await call('/transfers/list/latest', { index: 1, items: 10 });
    return v.parse(listSchema, body).data.count;
  };
  const signIn = async () =>
    (await call('/sandbox/code.create', { user: `${randomUUID()}@example.org` })).status;
  const importLines = async (lines: readonly string[], ...words: string[]) => {
    const command = startLedger(['import', '-', ...words], { DATA_DIR: folder });
    command.child.stdin?.end(lines.join(''));
    return { code: await command.ended, output: command.output(), errors: command.errors() };
  };

  it('says so to who writes, goes on for who reads, and for all when there is room', async () => {
    service = await startService({ DATA_DIR: folder, LOG_LEVEL: 'error' });
    const lines = ledgerLines(1_200);
    await disk?.fill(64);
    await expect.poll(signIn, { interval: 250 }).toBe(503);
    const bulk = await importLines(lines, '--bulk');
    expect(bulk.errors).toBe(
      'The disk of the ledger has less than 96 MB left: make room on it. Nothing of it is kept.\n',
    );
    await disk?.empty();
    await expect.poll(signIn, { interval: 250 }).toBe(200);
    expect(await importLines(lines.slice(0, 354))).toMatchObject({ code: 0 });
    expect(await count()).toBe(200);

    await disk?.fill(64);
    await expect.poll(signIn, { interval: 250 }).toBe(503);
    const refused = await importLines(lines);
    expect(refused.code).toBe(1);
    expect(refused.errors).toBe(
      'The disk of the ledger has less than 96 MB left: make room on it. What was read up to line 0 is kept; run it again to go on.\n',
    );
    expect(await call('/sandbox/code.create', { user: 'bob@example.org' })).toMatchObject({
      status: 503,
      body: { code: 503, error: full },
    });
    await disk?.fill(0);
    expect(await count()).toBe(200);

    await disk?.empty();
    await expect.poll(signIn, { interval: 250 }).toBe(200);
    const again = await importLines(lines);
    expect(again.output).toContain('1,000 new, 0 changed, 354 unchanged.');
    expect(await count()).toBe(1_200);
  });
});
