import { createRandom } from '@tallystick/backend/src/sample/random.ts';
import { generatedRecords } from '../generated-data.ts';

const maxTransfers = 5_000_000;

/** Lines of new transfers among the parties of the generated data, more than anybody waits for. */
export function* supply(): Generator<string> {
  const random = createRandom('supply');
  let made = 0;
  for (let round = 1; ; round += 1) {
    for (const record of generatedRecords()) {
      if (record.record !== 'transfer') continue;
      if (made >= maxTransfers) return;
      made += 1;
      const item = `${record.item}-${round}`;
      yield `${JSON.stringify({ ...record, item, trxn: random.hex(40) })}\n`;
    }
  }
}
