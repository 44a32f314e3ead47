// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TransferRow } from '../contracts/transfer.ts';
import { visit } from '../testing/visit.tsx';
import { assetColumns, type ColumnSet, transferColumns } from './columns.tsx';
import { TransferTable } from './transfer-table.tsx';

afterEach(() => {
  document.getSelection()?.removeAllRanges();
  cleanup();
});

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

async function show(
  columns: ColumnSet,
  rows: readonly (TransferRow | null)[] = [rating, nameless],
) {
  const router = visit(
    {
      '/': {
        Component: () => (
          <TransferTable
            caption="Assets"
            columns={columns}
            rows={rows}
            arrived={new Set(['otc-035592'])}
            arrivals={3}
          />
        ),
      },
    },
    '/',
  );
  const table = within(await screen.findByRole('table', { name: 'Assets' }));
  return {
    router,
    table,
    rows: table.getAllByRole('row'),
    texts: table
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent)),
    links: table.queryAllByRole('link').map((link) => link.getAttribute('href')),
  };
}

describe('every list of transfers', () => {
  it('has the columns kind, transaction with its parties, status and date', async () => {
    const { texts, links, table } = await show(transferColumns);
    expect(texts).toEqual([
      ['Kind', 'Transaction', 'Status', 'Date'],
      [
        '',
        'otc-1128 → issued to otc-13b84020c6ad840e507b6418ebc130ff140ba9be6c',
        'Closed (Submitted)',
        '2016-01-25 01:12:04 UTC',
      ],
      ['', 'acme → requested data from ada******', 'Declined (User)', '1970-01-01 00:00:00 UTC'],
    ]);
    expect(links).toEqual(['/tx/otc-035592', '/tx/a%2Fb%20c']);
    expect(table.getAllByRole('img').map((icon) => icon.getAttribute('aria-label'))).toEqual([
      'Credential',
      'Data',
    ]);
  });

  it('names each row by its transaction', async () => {
    const { table } = await show(transferColumns);
    expect(table.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual([
      expect.stringContaining('b84020c6'),
      expect.stringContaining('******'),
    ]);
  });
});

it('a row says by name who gave what to whom, each name the way to its party', async () => {
  const named: TransferRow[] = [
    { ...rating, credit: { name: 'North College', kind: 'creator' }, debit: { name: 'Ada Ash' } },
    { ...nameless, credit: { name: 'True\u202eMark', kind: 'checker' }, debit: { name: 'Ben' } },
  ];
  const { texts, links } = await show(transferColumns, named);
  expect(texts.map((row) => row[1])).toEqual([
    'Transaction',
    'North College → issued to Ada Ashb84020c6ad840e507b6418ebc130ff140ba9be6c',
    'True⟨U+202E⟩Mark → requested data from Ben******',
  ]);
  expect(links).toEqual([
    '/creator/otc-1128',
    '/user/otc-13',
    '/tx/otc-035592',
    '/checker/acme',
    '/user/ada',
    '/tx/a%2Fb%20c',
  ]);
});

describe('the list of assets', () => {
  it('has the columns status, transaction in capitals, method, date and view', async () => {
    const { texts, links } = await show(assetColumns);
    expect(texts).toEqual([
      ['Status', 'Transaction', 'Method', 'Date', 'View'],
      [
        'Closed (Submitted)',
        'B84020C6AD840E507B6418EBC130FF140BA9BE6Cotc-1128 → issued to otc-13',
        'asset.transfer',
        '2016-01-25T01:12:04.000Z',
        'View',
      ],
      [
        'Declined (User)',
        '******acme → requested data from ada',
        'data.transfer',
        '1970-01-01T00:00:00.000Z',
        'View',
      ],
    ]);
    expect(links).toEqual(['/tx/otc-035592', '/tx/a%2Fb%20c']);
  });
});

describe.each([
  ['transfers', transferColumns],
  ['assets', assetColumns],
])('a row of %s', (_, columns) => {
  it('opens its page, wherever it is clicked', async () => {
    const { rows, router } = await show(columns);
    const cell = rows[2]?.lastElementChild?.previousElementSibling;
    if (cell) fireEvent.click(cell, { detail: 1 });
    await screen.findByText('Elsewhere');
    expect(router.state.location.pathname).toBe('/tx/a%2Fb%20c');
  });

  it('stays when its text was dragged over', async () => {
    const { rows, router } = await show(columns);
    const [, row] = rows;
    if (row) document.getSelection()?.selectAllChildren(row);
    const link = row?.querySelector('a');
    const cell = row?.lastElementChild;
    for (const part of [link, cell]) if (part) fireEvent.click(part, { detail: 1 });
    expect(router.state.location.pathname).toBe('/');
    expect(router.state.navigation.state).toBe('idle');
  });

  it('opens by keyboard, even while text is selected', async () => {
    const { rows, router } = await show(columns);
    const [, row, other] = rows;
    if (row) document.getSelection()?.selectAllChildren(row);
    const link = other?.querySelector('a');
    if (link) fireEvent.click(link, { detail: 0 });
    await screen.findByText('Elsewhere');
    expect(router.state.location.pathname).toBe('/tx/a%2Fb%20c');
  });

  it.each([
    ['ctrl', 'click', { ctrlKey: true }],
    ['meta', 'click', { metaKey: true }],
    ['shift', 'click', { shiftKey: true }],
    ['the middle button', 'auxclick', { button: 1 }],
  ])('opens beside by %s, as a link would', async (_, type, keys) => {
    const opened: unknown[] = [];
    vi.stubGlobal('open', (...given: unknown[]) => opened.push(given));
    const { rows, router } = await show(columns);
    const cell = rows[2]?.lastElementChild?.previousElementSibling;
    if (cell) fireEvent(cell, new MouseEvent(type, { bubbles: true, cancelable: true, ...keys }));
    expect(opened).toEqual([[`${location.origin}/tx/a%2Fb%20c`, '_blank', 'noopener']]);
    expect(router.state.location.pathname).toBe('/');
    vi.unstubAllGlobals();
  });

  it('is marked when it has just arrived', async () => {
    const { rows } = await show(columns);
    expect(rows.map((row) => row.dataset.arrived)).toEqual([undefined, '1', undefined]);
  });

  it('is blank while it is on its way, in the same columns', async () => {
    const { rows, links } = await show(columns, [null, null]);
    expect(rows.map((row) => row.children.length)).toEqual(rows.map(() => columns.columns.length));
    expect(links).toEqual([]);
  });
});

it('is one tab stop a row, from which the arrow keys lead to the rest', async () => {
  const named = { credit: { name: 'Acme', kind: 'creator' }, debit: { name: 'Ada' } } as const;
  const { table } = await show(transferColumns, [
    { ...rating, ...named },
    { ...rating, item: 'otc-2', trxn: 'second', ...named },
  ]);
  const parts = [...table.getAllByRole('link'), ...table.getAllByRole('button')];
  expect(parts).toHaveLength(8);
  const stops = parts.filter(({ tabIndex }) => tabIndex === 0);
  expect(stops.map((stop) => stop.getAttribute('aria-label'))).toEqual([rating.trxn, 'second']);
  stops[0]?.focus();
  const said = () => document.activeElement?.getAttribute('aria-label') ?? '';
  const press = (key: string) => {
    if (document.activeElement) fireEvent.keyDown(document.activeElement, { key });
    return said() || document.activeElement?.textContent;
  };
  expect(['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowDown'].map(press)).toEqual([
    'Ada',
    'Acme',
    'Acme',
    'Acme',
  ]);
  expect(['ArrowRight', 'ArrowRight', 'ArrowRight'].map(press)).toEqual([
    'Ada',
    'second',
    'Copy transaction id',
  ]);
  expect(press('ArrowDown')).toBe('Copy transaction id');
});
