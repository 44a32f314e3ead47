import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importPath, linesReportSchema } from '@tallystick/backend/src/import/import-message.ts';
import * as v from 'valibot';
import type { LedgerLine } from './fixture-ledger.ts';
import { type House, runLedger } from './house.ts';

const answerSchema = v.pipe(v.string(), v.parseJson(), v.object({ data: linesReportSchema }));

/** Writes lines into a house through the running service's own door: at once, without a process. */
export async function recordLines(
  house: Pick<House, 'dataDir' | 'ledgerUrl'>,
  lines: readonly LedgerLine[],
): Promise<void> {
  const key = await readFile(join(house.dataDir, 'ledger.key'), 'utf8');
  const answer = await fetch(house.ledgerUrl + importPath, {
    method: 'POST',
    headers: { authorization: key.trim(), 'content-type': 'application/json' },
    body: JSON.stringify({ firstLine: 1, lines: lines.map((line) => JSON.stringify(line)) }),
  });
  const said = await answer.text();
  const recorded = v.safeParse(answerSchema, said);
  if (!recorded.success || recorded.output.data.bad.length > 0)
    throw new Error(`Recording failed with ${answer.status}: ${said}`);
}

/** The same by the command, into the database itself: a service over PostgreSQL has no key. */
export async function importLines(
  house: Pick<House, 'dataDir' | 'environment'>,
  lines: readonly LedgerLine[],
): Promise<void> {
  const file = join(house.dataDir, 'lines.ndjson');
  await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  const { exitCode, output } = await runLedger(house, 'import', file);
  if (exitCode !== 0) throw new Error(`The import ended with ${exitCode}:\n${output}`);
}
