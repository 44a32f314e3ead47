import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LedgerLine } from './fixture-ledger.ts';
import type { House } from './house.ts';

/** Writes lines into a house through the running service's own door: at once, without a process. */
export async function recordLines(
  house: Pick<House, 'dataDir' | 'ledgerUrl'>,
  lines: readonly LedgerLine[],
): Promise<void> {
  const key = await readFile(join(house.dataDir, 'ledger.key'), 'utf8');
  const answer = await fetch(`${house.ledgerUrl}/ledger/import`, {
    method: 'POST',
    headers: { authorization: key.trim(), 'content-type': 'application/json' },
    body: JSON.stringify({ firstLine: 1, lines: lines.map((line) => JSON.stringify(line)) }),
  });
  if (!answer.ok) throw new Error(`Recording failed with ${answer.status}: ${await answer.text()}`);
}
