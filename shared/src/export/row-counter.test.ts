import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRowCounter } from './row-counter.ts';

const csv = 'item,name\r\nt1,"a ""b""\r\nc"\r\nt2,x\r\nt3,"é\n"\r\n';
const ndjson =
  '{"record":"party","kind":"user","id":"t"}\n{"record":"transfer","item":"é"}\n{"record":"transfer","item":"t"}\n';

describe.each([
  ['csv', csv, 3],
  ['ndjson', ndjson, 2],
] as const)('the rows of %s', (format, text, rows) => {
  it('are counted however the bytes are cut', () => {
    const bytes = new TextEncoder().encode(text);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), (places) => {
        const cuts = [0, ...places.toSorted((a, b) => a - b), bytes.length];
        const count = createRowCounter(format);
        const counts = cuts.slice(1).map((end, n) => count(bytes.subarray(cuts[n], end)));
        expect(counts.at(-1)).toBe(rows);
        expect(counts).toEqual(counts.toSorted((a, b) => a - b));
      }),
    );
  });
});
