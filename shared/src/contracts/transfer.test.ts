import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { pageSize } from './page-size.ts';
import { partyDetailSchema } from './party.ts';
import {
  transferDataSchema,
  transferDetailSchema,
  transferListSchema,
  transferRowSchema,
} from './transfer.ts';

const row = {
  item: 'otc-000001',
  trxn: 'b84020c6',
  stat: 6,
  feat: { form: 'asset', sort: 'transfer' },
  crts: 1_453_684_324_000,
  cred: 'nwu-114',
  debt: 'usr-20931',
};

describe('a row of a list', () => {
  it('has trxn, stat, feat, crts, item, cred and debt', () => {
    expect(v.parse(transferRowSchema, row)).toEqual(row);
    for (const field of ['item', 'feat', 'crts', 'cred', 'debt']) {
      expect(v.is(transferRowSchema, { ...row, [field]: undefined }), field).toBe(false);
    }
  });

  it('may lack its trxn, has status 0 unless told, and its time may be text', () => {
    const { trxn: _trxn, stat: _stat, ...less } = row;
    expect(v.parse(transferRowSchema, { ...less, crts: '1453684324000' })).toEqual({
      ...row,
      trxn: null,
      stat: 0,
    });
  });

  it.each([
    ['a status below 0', { stat: -1 }],
    ['a status above 9', { stat: 10 }],
    ['another form', { feat: { form: 'coin', sort: 'transfer' } }],
    ['a time that is none', { crts: 'yesterday' }],
  ])('is not one with %s', (_what, more) => {
    expect(v.is(transferRowSchema, { ...row, ...more })).toBe(false);
  });
});

describe('answers', () => {
  it('of list calls have a list and a count, ten rows a page', () => {
    const list = { list: [row], count: 35_592, sequence: 0 };
    expect(v.parse(transferListSchema, list)).toEqual(list);
    expect(v.is(transferListSchema, { list: [row] })).toBe(false);
    expect(pageSize).toBe(10);
  });

  it('of details have status, created, feat, and credit and debit with name and item', () => {
    const detail = {
      item: row.item,
      trxn: row.trxn,
      status: 6,
      created: row.crts,
      feat: row.feat,
      credit: { name: 'Northwind University', item: 'nwu-114', kind: 'creator' },
      debit: { name: 'Amara Okafor', item: 'usr-20931', kind: 'user' },
    };
    expect(v.parse(transferDetailSchema, detail)).toMatchObject(detail);
    for (const field of ['status', 'created', 'feat', 'credit', 'debit']) {
      expect(v.is(transferDetailSchema, { ...detail, [field]: undefined }), field).toBe(false);
    }
  });

  it('of data details have vars with name, memo and data', () => {
    const data = { vars: [{ name: 'degree', memo: 'Title as awarded', data: 'BSc Physics' }] };
    expect(v.parse(transferDataSchema, data)).toEqual(data);
    expect(v.is(transferDataSchema, { vars: [{ name: 'degree' }] })).toBe(false);
  });

  it('of party calls have a name', () => {
    expect(v.parse(partyDetailSchema, { name: 'Amara Okafor' }).name).toBe('Amara Okafor');
    expect(v.is(partyDetailSchema, {})).toBe(false);
  });
});
