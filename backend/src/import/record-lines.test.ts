import { describe, expect, it } from 'vitest';
import { parseLines } from './record-lines.ts';

const line = (data: string) =>
  `{"record":"transfer","item":"t","feat":{"form":"asset","sort":"transfer"},"crts":0,"cred":"c","debt":"d",
    "vars":[{"name":"1234567890123456789","memo":"","data":${data}}]}`.replaceAll('\n', ' ');

describe('numbers of a line', () => {
  it.each(['9007199254740993', '-9007199254740993', '1234567890123456789', '1152921504606846976'])(
    'that would not be kept as written are refused: %s',
    (data) => {
      const reason =
        'vars.0.data is a whole number too long to be kept as written: it can be written as text';
      expect(parseLines(7, [line(data)])).toEqual({
        records: [],
        numbers: [],
        bad: [{ line: 7, reason }],
      });
    },
  );

  it.each([
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['9007199254740992', 2 ** 53],
    // So is 2^60 written in an exported file.
    ['1152921504606847000', 2 ** 60],
    ['6.02214076e23', 6.02214076e23],
    ['0.12345678901234567890', 0.12345678901234568],
    ['"9007199254740993"', '9007199254740993'],
    ['null', null],
  ])('that are kept are taken: %s', (text, data) => {
    const vars = [{ name: '1234567890123456789', memo: '', data }];
    expect(parseLines(7, [line(text)])).toMatchObject({ records: [{ vars }], bad: [] });
  });

  it('are no matter of fields that are dropped', () => {
    const record = '{"record":"party","kind":"user","id":"u","name":"U","more":9007199254740993}';
    expect(parseLines(1, [record])).toMatchObject({ records: [{ id: 'u' }], bad: [] });
  });
});
