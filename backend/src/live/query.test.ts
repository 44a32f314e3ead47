import { describe, expect, it } from 'vitest';
import { parseCollectionArgument } from './collection.ts';
import { parseQuery } from './query.ts';
import { decodeStreamingCall, parseWatch } from './watch-request.ts';

const here = { database: 'ledger', collection: 'transfers' };

describe('argument of a call', () => {
  it('is read from canonical EJSON', () => {
    expect(
      parseCollectionArgument([
        { ...here, query: { stat: { $numberInt: '6' } }, limit: { $numberLong: '5' } },
      ]),
    ).toEqual({ ok: true, value: { query: { stat: 6 }, limit: 5 } });
  });

  it.each([
    [[], 'BadRequest'],
    [['text'], 'BadRequest'],
    [[null], 'BadRequest'],
    [[[]], 'BadRequest'],
    [[{ ...here, query: { item: { $oid: 'no' } } }], 'BadRequest'],
    [[here, here], 'BadRequest'],
    [[{ ...here, collection: 'users' }], 'NamespaceNotFound'],
    [[{ collection: 'transfers' }], 'NamespaceNotFound'],
  ])('refuses %j with %s', (calls, code) => {
    expect(parseCollectionArgument(calls)).toMatchObject({ ok: false, code });
  });
});

describe('query', () => {
  it('is everything, newest first, if nothing is said', () => {
    expect(parseQuery({})).toEqual({
      ok: true,
      value: { conditions: [], order: 'desc', limit: null },
    });
  });

  it('knows equality on the documented fields', () => {
    const query = {
      _id: { $eq: 'a' },
      item: 'b',
      trxn: 'c',
      cred: 'd',
      debt: 'e',
      stat: 6,
      'feat.form': 'data',
    };
    expect(parseQuery({ query, sort: { crts: 1 }, limit: 7 })).toEqual({
      ok: true,
      value: {
        conditions: [
          { column: 'item', value: 'a' },
          { column: 'item', value: 'b' },
          { column: 'trxn', value: 'c' },
          { column: 'cred', value: 'd' },
          { column: 'debt', value: 'e' },
          { column: 'stat', value: 6 },
          { column: 'form', value: 'data' },
        ],
        order: 'asc',
        limit: 7,
      },
    });
  });

  it.each([
    [{ query: { crts: 1 } }, "A query by 'crts' is not supported"],
    [{ query: { constructor: 'x' } }, "A query by 'constructor' is not supported"],
    [{ query: { $or: [] } }, "A query by '$or' is not supported"],
    [{ query: { item: { $gt: 'a' } } }, "'item' must equal a text"],
    [{ query: { item: { $eq: 'a', $gt: 'a' } } }, "'item' must equal a text"],
    [{ query: { item: 'a\0' } }, "'item' must equal a text"],
    [{ query: { item: 'a'.repeat(501) } }, "'item' must equal a text"],
    [{ query: { stat: 10 } }, "'stat' must equal a whole number from 0 to 9."],
    [{ query: { stat: '6' } }, "'stat' must equal a whole number from 0 to 9."],
    [{ query: { 'feat.form': 'gift' } }, "'feat.form' must equal asset or data."],
    [{ query: [] }, 'The query must be an object.'],
    [{ sort: { item: 1 } }, 'The only sort is by crts: 1 or -1.'],
    [{ sort: { crts: 2 } }, 'The only sort is by crts: 1 or -1.'],
    [{ sort: { crts: 1, item: 1 } }, 'The only sort is by crts: 1 or -1.'],
    [{ limit: 0 }, 'The limit must be a whole number from 1.'],
    [{ limit: 1.5 }, 'The limit must be a whole number from 1.'],
    [{ limit: '5' }, 'The limit must be a whole number from 1.'],
    [{ project: { item: 1 } }, "'project' is not supported"],
  ])('refuses %j', (fields, error) => {
    expect(parseQuery(fields)).toMatchObject({ ok: false, error: expect.stringContaining(error) });
  });
});

describe('watch', () => {
  it('starts now if nothing is said', () => {
    expect(parseWatch([here])).toEqual({
      ok: true,
      value: { since: null, position: false, wants: null },
    });
  });

  it('takes a position to resume from, a wish to be told it, and items', () => {
    const watch = parseWatch([
      { ...here, ids: ['a', 'b', 'a'], filter: { _since: '42', _position: true } },
    ]);
    expect(watch).toMatchObject({ ok: true, value: { since: 42, position: true } });
    const heard = ['a', 'b', 'c'].filter(
      (item) =>
        watch.ok &&
        watch.value.wants?.({
          item,
          trxn: null,
          stat: 0,
          feat: { form: 'asset', sort: 'transfer' },
          crts: 0,
          cred: 'c',
          debt: 'u',
        }),
    );
    expect(heard).toEqual(['a', 'b']);
  });

  it.each([
    { filter: { _since: 42 } },
    { filter: { _since: '-1' } },
    { filter: { _since: '1'.repeat(16) } },
    { filter: { _position: 'yes' } },
    { filter: { stat: 6 } },
    { filter: 'all' },
    { ids: [] },
    { ids: 'a' },
    { ids: [1] },
    { ids: Array.from({ length: 101 }, String) },
    { pipeline: [] },
  ])('refuses %j', (fields) => {
    expect(parseWatch([{ ...here, ...fields }])).toMatchObject({ ok: false, code: 'BadRequest' });
  });

  it('is found in the query of a streaming call, unless that is rubbish', () => {
    const encoded = Buffer.from('{"name":"watch","arguments":["ü"]}').toString('base64');
    expect(decodeStreamingCall(encoded)).toEqual({ name: 'watch', arguments: ['ü'] });
    expect(decodeStreamingCall('%%%')).toBeUndefined();
  });
});
