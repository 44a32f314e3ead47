import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvHead, csvLine } from './csv.ts';
import type { ExportedTransfer } from './naming.ts';

const transfer: ExportedTransfer = {
  item: 'otc-035592',
  trxn: 'b84020c6',
  stat: 6,
  form: 'asset',
  sort: 'transfer',
  crts: 1_453_684_324_000,
  cred: 'otc-1128',
  cred_kind: 'creator',
  debt: 'otc-13',
  vars: [{ name: 'rating', memo: '', data: 2 }],
  credit: 'Trader 1128',
  debit: 'Trader 13',
};

/** A reader of RFC 4180, as simple as can be. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('CSV', () => {
  it('has a line of names, and one for each transfer', () => {
    expect(csvHead).toBe(
      'item,trxn,status_code,status,form,sort,created,credit_kind,credit_id,credit_name,user_id,user_name,data\r\n',
    );
    expect(csvLine(transfer)).toBe(
      'otc-035592,b84020c6,6,Closed (Submitted),asset,transfer,2016-01-25T01:12:04.000Z,' +
        'creator,otc-1128,Trader 1128,otc-13,Trader 13,"[{""name"":""rating"",""memo"":"""",""data"":2}]"\r\n',
    );
  });

  it('leaves empty what is missing or may not be read', () => {
    const open = { ...transfer, trxn: null, stat: 9, vars: null };
    expect(parse(csvLine(open))[0]).toEqual([
      'otc-035592',
      '',
      '9',
      'Partial (User)',
      'asset',
      'transfer',
      '2016-01-25T01:12:04.000Z',
      'creator',
      'otc-1128',
      'Trader 1128',
      'otc-13',
      'Trader 13',
      '',
    ]);
  });

  it.each([
    '=HYPERLINK("http://evil.example","x")',
    '+1+1',
    '-2+3',
    '@SUM(A1)',
    '\t1',
    '\r1',
    '\n1',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    ' =1',
    '\u00a0+1',
    '\ufeff=1',
    '\u200b=1',
    '\u202e=1',
    '\u00ad @SUM(A1)',
  ])('lets no spreadsheet run %j', (name) => {
    const [fields] = parse(csvLine({ ...transfer, debit: name }));
    expect(fields?.[11]).toBe(`'${name}`);
  });

  it.each([
    'otc-13',
    'a=b',
    '1',
    'a;b',
    'a; b=1',
    'a b -c',
    "'=1",
    '',
    'ÇELIK, "the" first\r\nof many',
  ])('leaves %j as it is', (name) => {
    expect(parse(csvLine({ ...transfer, debit: name }))[0]?.[11]).toBe(name);
  });

  it.each([
    ['a;=1', "a;'=1"],
    ['a; \u200b@x;-2', "a;' \u200b@x;'-2"],
    ['a\n=1', "a\n'=1"],
    ['\r=1', "'\r'=1"],
    ['a\t=1', "a\t'=1"],
  ])('lets none run %j that parts fields otherwise', (name, written) => {
    expect(parse(csvLine({ ...transfer, debit: name }))[0]?.[11]).toBe(written);
  });

  it('gives the data as the same JSON without the beginning of a formula', () => {
    const vars = [{ name: 'a;=1', memo: '; +1', data: ';\u200e＝1' }];
    const data = parse(csvLine({ ...transfer, vars }))[0]?.[12] ?? '';
    expect(data).not.toMatch(/;[\s\p{Cf}]*[=+＝]/u);
    expect(JSON.parse(data)).toEqual(vars);
  });

  it('gives thirteen fields whatever stands in them, none a formula', () => {
    const any = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('=', ',', '"', '\r', '\n', ';', ' ', '\u200b', 'x') }),
    );
    fc.assert(
      fc.property(any, any, any, (item, debit, memo) => {
        const vars = [{ name: memo, memo, data: memo }];
        const rows = parse(csvLine({ ...transfer, item, debit, vars }));
        expect(rows).toHaveLength(1);
        expect(rows[0]).toHaveLength(13);
        for (const field of rows[0] ?? []) {
          expect(field).not.toMatch(/^[=+\-@\t\r\n]|(^|[;\t\r\n])[\s\p{Cf}]*[=+\-@]/u);
        }
        expect(JSON.parse(rows[0]?.[12] ?? '')).toEqual(vars);
      }),
    );
  });
});
