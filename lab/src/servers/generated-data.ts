import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createRandom } from '@tallystick/backend/src/sample/random.ts';

const creators = 4_814;
const users = 5_858;
const transfers = 35_592;
const first = Date.UTC(2010, 10, 8);
const last = Date.UTC(2016, 0, 25);

/**
 * Writes a packed ledger of the size and shape of a real web of trust, over five years. It has
 * 10,672 parties, of whom few are busy, and 35,592 closed assets with one variable each. The same
 * each time.
 */
export async function writeGeneratedData(path: string): Promise<void> {
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(path));
}

function* lines(): Generator<string> {
  for (const record of generatedRecords()) yield `${JSON.stringify(record)}\n`;
}

/** The records of that ledger, parties first. */
export function* generatedRecords() {
  const random = createRandom('bench');
  const party = (count: number) => `p-${Math.floor(random.fraction() ** 3 * count) + 1}`;
  for (const [kind, count] of [
    ['creator', creators],
    ['user', users],
  ] as const) {
    for (let n = 1; n <= count; n += 1) {
      yield { record: 'party' as const, kind, id: `p-${n}`, name: `Trader ${n}` };
    }
  }
  for (let n = 0; n < transfers; n += 1) {
    yield {
      record: 'transfer' as const,
      item: `t-${String(n + 1).padStart(6, '0')}`,
      trxn: random.hex(40),
      stat: 6,
      feat: { form: 'asset', sort: 'transfer' },
      crts: first + Math.floor(((last - first) * n) / transfers),
      cred: party(creators),
      debt: party(users),
      vars: [
        {
          name: 'rating',
          memo: 'Trust, from -10 (total distrust) to 10 (total trust)',
          data: String(random.between(-10, 10)),
        },
      ],
    };
  }
}
