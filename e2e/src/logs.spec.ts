import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { prepareHouse, removeHouse } from './house/house.ts';
import { linesWithSecrets } from './house/secrets.ts';

// The logs of each house are searched when it is removed. For the house that all tests share, and
// those beside it, that is the end of the run; start.spec.ts removes its own.

for (const log of ['ledger', 'site', 'identity', 'side-ledger', 'side-site']) {
  test(`a house is not removed in silence with a secret in ${log}.log`, async () => {
    const house = await prepareHouse();
    await mkdir(join(house.dataDir, 'logs'));
    const line = 'no mail for ann@example.org';
    await writeFile(join(house.dataDir, 'logs', `${log}.log`), `fine\n${line}\n`);
    await expect(removeHouse(house)).rejects.toThrow(line);
    await removeHouse(house);
  });
}

for (const line of [
  '{"level":50,"msg":"no mail for ann@example.org"}',
  'authorization: Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.',
  'the code 012345 was sent',
  '{"code":"918273"}',
]) {
  test(`a log line is found out: ${line}`, () => {
    expect(linesWithSecrets(`fine\n${line}\nfine`)).toEqual([line]);
  });
}

for (const line of [
  'Ledger service is ready: http://127.0.0.1:4100',
  '{"level":50,"time":1795225727226,"pid":132272,"kind":"ESOCKET CONN"}',
  'The ledger is in use by process 132272.',
  'react@19.3.1',
]) {
  test(`a log line may stand: ${line}`, () => {
    expect(linesWithSecrets(line)).toEqual([]);
  });
}
