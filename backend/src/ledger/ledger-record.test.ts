import { describe, expect, it } from 'vitest';
import { parseLedgerRecord } from './ledger-record.ts';

const party = { record: 'party', kind: 'user', id: 'u1', name: 'Ada' };
const transfer = {
  record: 'transfer',
  item: 't1',
  trxn: 'x1',
  stat: 6,
  feat: { form: 'asset', sort: 'transfer' },
  crts: 1_453_684_324_000,
  cred: 'c1',
  debt: 'u1',
  vars: [{ name: 'rating', memo: '', data: '2' }],
};

const noTime = 'crts is not a time in milliseconds, from 1970 to 9999 (0 to 253402300799999)';
const noPage =
  'is "." or "..", for which browsers take the way to another page: it can have no page of its own';

describe('parseLedgerRecord', () => {
  it('takes parties and transfers, dropping what it does not know', () => {
    expect(parseLedgerRecord({ ...party, more: 1 })).toEqual({ ok: true, value: party });
    expect(parseLedgerRecord({ ...transfer, more: 1 })).toEqual({ ok: true, value: transfer });
  });

  it('fills in what a transfer may leave out, and takes a time as text', () => {
    const { trxn, stat, vars, ...rest } = transfer;
    expect(parseLedgerRecord({ ...rest, crts: '12' })).toEqual({
      ok: true,
      value: { ...rest, crts: 12, trxn: null, stat: 0 },
    });
  });

  it.each(['...', '%2e', '%2E%2e', ' .', '/', 'r/1', 'r%2F1'])('takes the id %s', (item) => {
    expect(parseLedgerRecord({ ...transfer, item, trxn: item })).toMatchObject({ ok: true });
  });

  it('takes times to the end of the year 9999', () => {
    const crts = Date.UTC(10_000, 0) - 1;
    expect(parseLedgerRecord({ ...transfer, crts })).toMatchObject({ ok: true });
  });

  it.each([
    [null, 'The record is neither a party nor a transfer'],
    [[], 'The record is neither a party nor a transfer'],
    [{ record: 'note' }, 'The record is neither a party nor a transfer'],
    [{ ...party, kind: 'owner' }, 'kind must be one of: user, creator, consumer, checker'],
    [{ ...party, id: '' }, 'id is empty'],
    [{ ...party, id: 'x'.repeat(201) }, 'id is longer than 200 characters'],
    [{ ...party, name: 'a\0' }, 'name is not well-formed text'],
    [{ ...party, name: '\ud800' }, 'name is not well-formed text'],
    [{ ...party, name: 7 }, 'name is not text'],
    [{ record: 'party', kind: 'user', id: 'u1' }, 'name is missing'],
    [{ ...transfer, stat: 10 }, 'stat is not a whole number from 0 to 9'],
    [{ ...transfer, stat: 1.5 }, 'stat is not a whole number from 0 to 9'],
    [{ ...transfer, feat: null }, 'feat is not an object'],
    [{ ...transfer, feat: { form: 'money', sort: '' } }, 'feat.form must be one of: asset, data'],
    [{ ...transfer, crts: -1 }, noTime],
    [{ ...transfer, crts: '1e3' }, noTime],
    [{ ...transfer, crts: 8.65e15 }, noTime],
    [{ ...transfer, crts: Date.UTC(10_000, 0) }, noTime],
    [{ ...party, id: '.' }, `id ${noPage}`],
    [{ ...transfer, item: '..' }, `item ${noPage}`],
    [{ ...transfer, trxn: '..' }, `trxn ${noPage}`],
    [{ ...transfer, cred: '.' }, `cred ${noPage}`],
    [{ ...transfer, debt: '..' }, `debt ${noPage}`],
    [{ ...transfer, vars: {} }, 'vars is not a list'],
    [
      { ...transfer, vars: [{ name: 'a', memo: 'b', data: [] }] },
      'vars.0.data is not a text, a number, true, false or null',
    ],
    [
      { ...transfer, vars: [{ name: 'a', memo: 'b', data: Infinity }] },
      'vars.0.data is not a finite number',
    ],
  ])('refuses %j', (value, error) => {
    expect(parseLedgerRecord(value)).toEqual({ ok: false, problem: error });
  });
});
