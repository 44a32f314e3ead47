import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { timed } from '../../measures/times.ts';
import { importFile } from '../lists-under-import/running-import.ts';
import { madeLines } from './made-ledger.ts';

/**
 * Fills an empty ledger with so many transfers by `npm run ledger -- import FILE --bulk`, which tells on stderr
 * how far it is; FILE is at `path` meanwhile. Returns the seconds that the command took.
 */
export async function fillLedger(
  transfers: number,
  path: string,
  variables: Record<string, string>,
): Promise<number> {
  console.error(`Writing ${transfers.toLocaleString('en-US')} lines …`);
  await pipeline(Readable.from(linesTogether(transfers)), createWriteStream(path));
  try {
    return (await timed(() => importFile(path, variables, '--bulk'))) / 1_000;
  } finally {
    await rm(path, { force: true });
  }
}

/** Some hundreds at a time: each part costs a turn of the stream. */
function* linesTogether(transfers: number): Generator<string> {
  let text = '';
  for (const line of madeLines(transfers)) {
    text += line;
    if (text.length < 262_144) continue;
    yield text;
    text = '';
  }
  yield text;
}
