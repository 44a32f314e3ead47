// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { TransferRow } from '../contracts/transfer.ts';
import { visit } from '../testing/visit.tsx';
import { TransferList } from './transfer-list.tsx';
import { TransferTable } from './transfer-table.tsx';
import type { LiveTransfers } from './use-live-transfers.ts';

afterEach(cleanup);

const rating: TransferRow = {
  item: 'otc-035592',
  trxn: 'b84020c6ad840e507b6418ebc130ff140ba9be6c',
  stat: 6,
  feat: { form: 'asset', sort: 'transfer' },
  crts: 1_453_684_324_000,
  cred: 'otc-1128',
  debt: 'otc-13',
};
const nameless: TransferRow = {
  item: 'a/b c',
  trxn: null,
  stat: 7,
  feat: { form: 'data', sort: 'transfer' },
  crts: 0,
  cred: 'acme',
  debt: 'ada',
};
const live: LiveTransfers = {
  page: {
    scope: { of: 'everything' },
    index: 1,
    search: '',
    list: [rating, nameless],
    count: 2,
    sequence: 0,
  },
  arrived: new Set(['otc-035592']),
};

const show = (Component: () => React.JSX.Element) => visit({ '/': { Component } }, '/');

describe('the transfer list', () => {
  it('says of each transfer its kind, id, parties, status and time, in one link to its page', async () => {
    show(() => <TransferList {...live} />);
    const row = await screen.findByRole('link', {
      name: /^Credential ?b84020c6ad840e507b6418ebc130ff140ba9be6c ?otc-1128 to otc-13 ?Closed \(Submitted\) ?2016-01-25 01:12:04 UTC$/,
    });
    expect(row.getAttribute('href')).toBe('/tx/b84020c6ad840e507b6418ebc130ff140ba9be6c');
    expect(within(row).getByText('2016-01-25 01:12:04 UTC').getAttribute('datetime')).toBe(
      '2016-01-25T01:12:04.000Z',
    );
  });

  it('hides a missing transaction id behind stars, and leads to the item', async () => {
    show(() => <TransferList {...live} />);
    const row = await screen.findByRole('link', {
      name: /^Data ?\*{6} ?acme to ada ?Declined \(User\)/,
    });
    expect(row.getAttribute('href')).toBe('/tx/a%2Fb%20c');
  });

  it('marks only the rows that arrived while it was shown', async () => {
    show(() => <TransferList {...live} />);
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map((row) => row.dataset.arrived)).toEqual(['true', undefined]);
  });
});

describe('the transfer table', () => {
  it('has the columns status, transaction in capitals, method, date and view', async () => {
    show(() => <TransferTable caption="Assets" {...live} />);
    const table = await screen.findByRole('table', { name: 'Assets' });
    const texts = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent));
    expect(texts).toEqual([
      ['Status', 'Transaction', 'Method', 'Date', 'View'],
      [
        'Closed (Submitted)',
        'B84020C6AD840E507B6418EBC130FF140BA9BE6C',
        'asset.transfer',
        '2016-01-25T01:12:04.000Z',
        'View',
      ],
      ['Declined (User)', '******', 'data.transfer', '1970-01-01T00:00:00.000Z', 'View'],
    ]);
    expect(
      within(table)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/tx/b84020c6ad840e507b6418ebc130ff140ba9be6c', '/tx/a%2Fb%20c']);
  });
});
