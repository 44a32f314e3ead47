import { expect, test } from '@playwright/test';
import { linesWithSecrets } from './house/secrets.ts';

// The logs of the whole run are looked through at its end, in house/global.setup.ts.

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
