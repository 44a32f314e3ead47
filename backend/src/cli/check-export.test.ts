import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifierKey } from '@tallystick/tile-log/verifier-key';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { recordBatch } from '../ledger/record.ts';
import { parties, provenExport, transfer } from '../records/records.testing.ts';
import { openTestService, type TestService } from '../service/service.testing.ts';
import type { Store } from '../store/store.ts';
import { testRecordKey, testStores } from '../store/test-stores.testing.ts';
import { removeFolder, runLedger } from './cli.testing.ts';

const openTestStore = testStores();
const key = verifierKey(testRecordKey.signer);
let folder: string;
let store: Store;
let service: TestService;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-check-'));
  store = await openTestStore();
  service = await openTestService(store);
  await recordBatch(store, [...parties, transfer('t'), transfer('u')]);
});
afterEach(async () => {
  await service.close();
  await store.close();
  await removeFolder(folder);
});

async function check(lines: readonly string[], ...options: string[]) {
  const file = join(folder, 'all.ndjson');
  await writeFile(file, lines.map((line) => `${line}\n`).join(''));
  return await runLedger(['check-export', file, ...options], { DATA_DIR: join(folder, 'none') });
}

it('checks a file that anybody may have, and keeps how far the log was', async () => {
  const since = join(folder, 'records.checkpoint');
  const lines = await provenExport(service);
  const checked = await check(lines, '--since', since);
  expect(checked).toMatchObject({ code: 0, errors: '' });
  expect(checked.output).toBe(
    'All is as it was recorded: 2 transfers, 2 entries of the record.\n' +
      `key ${key}\n` +
      'This key is as the file says: compare it with one from elsewhere, and give it as --key.\n',
  );
  expect(await readFile(since, 'utf8')).toContain('\n2\n');
  const changed = lines.map((line) => line.replace('"stat":6', '"stat":7'));
  const found = await check(changed, '--key', key, '--since', since);
  expect(found).toMatchObject({ code: 2, errors: '' });
  expect(found.output).toBe(
    'transfer t is not as it was recorded, in entry 0 of the record\n' +
      'transfer u is not as it was recorded, in entry 1 of the record\n' +
      'Not all is as it was recorded: 2 things; 2 transfers, 2 entries of the record.\n',
  );
});

it('refuses what it cannot read, and a key that is none', async () => {
  const lines = await provenExport(service);
  for (const [wrong, problem] of [
    [lines.slice(1), 'Line 1 does not say how far the log is.'],
    [['{}'], 'Line 1 is not of an export with proofs.'],
    [[], 'The file is empty.'],
    [[...lines, lines.at(-1) ?? ''], 'The transfer u is out of order.'],
  ] as const) {
    expect(await check(wrong)).toMatchObject({ code: 1, errors: `${problem}\n` });
  }
  expect(await check(lines, '--key', 'x')).toMatchObject({ code: 1 });
  const other = `${key.slice(0, -4)}AAA=`;
  expect(await check(lines, '--key', other)).toMatchObject({ code: 1 });
});
