import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { cast } from '@tallystick/backend/src/sample/cast.ts';
import { createTransferMaker } from '@tallystick/backend/src/sample/transfer-maker.ts';
import type { Children } from '@tallystick/tools/src/process/children.ts';
import { startLogged } from './logged-process.ts';

const firstAt = Date.UTC(2020, 0, 1);
const linesOfPart = 1_000;

/** Fills the empty ledger of a database with made-up transfers, by the ledger command of a prebuilt tree. */
export async function fillLedger(
  children: Children,
  tree: string,
  databaseUrl: string,
  folder: string,
  transfers: number,
): Promise<void> {
  const file = join(folder, 'ledger.ndjson');
  await pipeline(Readable.from(parts(transfers)), createWriteStream(file));
  const variables = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'import') };
  const words = ['ledger', 'import', file, '--bulk'];
  const child = startLogged(children, tree, words, variables, 'import');
  const code = await child.ended;
  if (code !== 0) throw new Error(`The import ended with ${code}; ${child.log} says more.`);
}

function* parts(transfers: number): Generator<string> {
  const line = (record: unknown) => `${JSON.stringify(record)}\n`;
  const maker = createTransferMaker({ seed: 'topology', prefix: 'topology' });
  yield cast.map(line).join('');
  for (let made = 0; made < transfers; made += linesOfPart) {
    const count = Math.min(linesOfPart, transfers - made);
    yield Array.from({ length: count }, (_, n) =>
      line(maker.create(firstAt + (made + n) * 60_000)),
    ).join('');
  }
}
