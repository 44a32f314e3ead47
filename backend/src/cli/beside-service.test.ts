import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ledgerFile,
  ledgerLines,
  type Running,
  removeFolder,
  runLedger,
  startLedger,
  startService,
} from './cli.testing.ts';

const listSchema = v.object({ data: v.object({ count: v.number() }) });

// The service has started the data folder's own server, and the command uses it, too.
describe('npm run ledger beside the service', () => {
  let folder = '';
  let service: (Running & { origin: string }) | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallystick-cli-'));
    service = await startService({ DATA_DIR: folder, LEDGER_TOKEN: 'public-local' });
  });
  afterAll(async () => {
    service?.child.kill('SIGTERM');
    await service?.ended;
    await removeFolder(folder);
  });

  const run = (words: string[]) => runLedger(words, { DATA_DIR: folder });
  const count = async () => {
    const answer = await fetch(`${service?.origin}/transfers/list/latest`, {
      method: 'POST',
      headers: { authorization: 'public-local', 'content-type': 'application/json' },
      body: JSON.stringify({ data: { index: 1, items: 10 } }),
    });
    return v.parse(listSchema, await answer.json()).data.count;
  };

  it('imports, and the service serves it', async () => {
    const file = await ledgerFile(folder, ledgerLines(500));
    expect((await run(['import', file])).output).toContain('654 new');
    expect(await count()).toBe(500);
  });

  it('simulates, and sums up', async () => {
    const before = await count();
    const { code, output } = await run(['simulate', '--rate', '500', '--count', '40']);
    expect(code).toBe(0);
    const sum = /(\d+) new transfers? and (\d+) updates? in/.exec(output);
    const [inserted, updated] = [Number(sum?.[1]), Number(sum?.[2])];
    expect(inserted + updated).toBe(40);
    expect(await count()).toBe(before + inserted);
  });

  it('simulates until Ctrl-C, which is a good end', async () => {
    const before = await count();
    const running = startLedger(['simulate', '--rate', '100'], { DATA_DIR: folder });
    await expect.poll(count).toBeGreaterThan(before);
    running.child.kill('SIGINT');
    expect(await running.ended).toBe(0);
    expect(running.output()).toMatch(/[\d,]+ new transfers? and [\d,]+ updates? in [\d.]+ s\.\n$/);
  });
});
