import { mkdtemp, rename, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  ledgerFile,
  ledgerLines,
  putStore,
  type Running,
  removeFolder,
  runLedger,
  startLedger,
  startService,
} from './cli.testing.ts';

const listSchema = v.object({ data: v.object({ count: v.number() }) });

describe('npm run ledger while the service holds the store', () => {
  let folder = '';
  let service: (Running & { origin: string }) | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallystick-cli-'));
    await putStore(folder, inject('pgliteTemplate'));
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

  it('imports through it, skips and reports as else, and changes nothing the second time', async () => {
    const lines = ledgerLines(2_500);
    lines.splice(2_000, 0, '\n', '{}\n');
    const file = await ledgerFile(folder, lines);
    const first = await run(['import', file]);
    expect(first.output).toContain('154 parties and 2,500 transfers read: 2,654 new');
    expect(first.errors).toMatch(/^line 2002: .*\n1 line was skipped\.\n$/);
    expect(first.code).toBe(2);
    expect(await count()).toBe(2_500);
    expect((await run(['import', file])).output).toContain('0 new, 0 changed, 2,654 as they were.');
    expect(await count()).toBe(2_500);
  });

  it('simulates through it, and sums up', async () => {
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

  it('refuses what has no key, and keeps the key to its owner', async () => {
    const key = join(folder, 'ledger.key');
    expect((await stat(key)).mode & 0o777).toBe(0o600);
    await rename(key, `${key}.away`);
    const { code, errors } = await run(['import', '-']);
    await rename(`${key}.away`, key);
    expect(code).toBe(1);
    expect(errors).toContain('It is a ledger service, but its key, ledger.key in');
  });
});
