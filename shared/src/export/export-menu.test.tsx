// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ListFilters } from '../contracts/list-filters.ts';
import { startStubLedger } from '../testing/visit.tsx';
import type { Scope } from '../transfers/scope.ts';
import { ExportMenu } from './export-menu.tsx';

// jsdom opens no sheet: it is open from the first.
document.head.append(
  Object.assign(document.createElement('style'), { textContent: '[popover]{display:block}' }),
);
const ledger = await startStubLedger();
// Here already, so that no test waits for it.
await import('./save-export.ts');
let saved: { name: string; file: Blob }[] = [];

beforeEach(() => {
  // The names of files have the day in them, which may end while a test runs.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(today) });
  saved = [];
  let last = new Blob();
  URL.createObjectURL = (file) => {
    if (file instanceof Blob) last = file;
    return 'blob:made-up';
  };
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, file: last });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
afterAll(ledger.close);

/** As the browser says that the sheet has opened or closed. */
function toggle(newState: 'open' | 'closed'): void {
  const sheet = document.querySelector('[popover]');
  if (sheet) fireEvent(sheet, Object.assign(new Event('toggle'), { newState }));
}

function openMenu(
  scope: Scope,
  search = '',
  filters: ListFilters = {},
  count: number | null = 12,
): void {
  render(<ExportMenu scope={scope} question={{ search, filters }} count={count} />);
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  toggle('open');
}

const today = '2026-11-20';

describe('the export of a list', () => {
  it('asks for the list with its search, and saves what comes', async () => {
    ledger.answer({ 'transfers/export': () => ({ status: 200, body: { record: 'transfer' } }) });
    openMenu({ of: 'checker', party: 'true-mark' }, 'ada');
    expect(screen.getByText('All transactions matching “ada”, as a file.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'NDJSON' }));
    const name = `tallystick-consumer-true-mark-matching-ada-${today}.ndjson`;
    await screen.findByText(`Saved as ${name}: 0 transactions, 0 kB.`);
    expect(ledger.calls).toEqual([
      {
        path: 'transfers/export',
        sent: {
          data: {
            list: 'consumer',
            user: 'true-mark',
            format: 'ndjson',
            filters: { search: 'ada' },
          },
        },
      },
    ]);
    expect(saved.map((file) => file.name)).toEqual([name]);
    expect(await saved[0]?.file.text()).toBe('{"record":"transfer"}');
  });

  it('holds what the filters leave, says so, and names the file so', async () => {
    ledger.answer({ 'transfers/export': () => ({ status: 200, body: { record: 'transfer' } }) });
    openMenu({ of: 'everything' }, '', { stat: [6], from: '2026-01-01' });
    expect(screen.getByText('All transactions matching your filters, as a file.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'NDJSON' }));
    await screen.findByText(/^Saved as/);
    expect(ledger.calls.map(({ sent }) => sent)).toEqual([
      { data: { list: 'all', format: 'ndjson', filters: { stat: [6], from: '2026-01-01' } } },
    ]);
    expect(saved.map((file) => file.name)).toEqual([
      `tallystick-transfers-filtered-${today}.ndjson`,
    ]);
  });

  it('begins a table with a byte order mark, by which spreadsheets know its encoding', async () => {
    ledger.answer({ 'transfers/export': () => ({ status: 200, body: 'ö' }) });
    openMenu({ of: 'everything' });
    fireEvent.click(screen.getByRole('button', { name: 'CSV' }));
    await screen.findByText(/^Saved as/);
    const bytes = new Uint8Array((await saved[0]?.file.arrayBuffer()) ?? new ArrayBuffer(0));
    expect([...bytes.subarray(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 0x22]);
  });

  it('says why nothing was saved, and can be tried again', async () => {
    ledger.answer({
      'transfers/export': () => ({ status: 503, body: { code: 503, error: 'Too many exports.' } }),
    });
    openMenu({ of: 'everything' });
    fireEvent.click(screen.getByRole('button', { name: 'CSV' }));
    await screen.findByText('Nothing was saved. Too many exports.');
    expect(saved).toEqual([]);
    expect(screen.getByRole('button', { name: 'CSV' }).hasAttribute('disabled')).toBe(false);
  });

  it.each([
    ['saved', { status: 200, body: { record: 'transfer' } }, /^Saved as /],
    [
      'not saved',
      { status: 503, body: { error: 'It rests.' } },
      /^Nothing was saved\. It rests\.$/,
    ],
  ])(
    'says that it was %s beside its closed sheet, until that is put away or the sheet opened',
    async (_, answer, words) => {
      ledger.answer({ 'transfers/export': () => answer });
      openMenu({ of: 'everything' });
      const inSheet = () => screen.getByText(words).closest('[popover]') !== null;
      for (const putAway of [
        () => fireEvent.click(screen.getByRole('button', { name: 'Close' })),
        () => toggle('open'),
      ]) {
        fireEvent.click(screen.getByRole('button', { name: 'NDJSON' }));
        toggle('closed');
        const places = screen.getAllByRole('status');
        await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2));
        for (const told of screen.getAllByText(words)) expect(places).toContain(told);
        putAway();
        expect(inSheet()).toBe(true);
        expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
      }
    },
  );

  it('is told once if its sheet was opened before anybody listened', async () => {
    ledger.answer({ 'transfers/export': () => ({ status: 200, body: { record: 'transfer' } }) });
    // As the browser says of an open sheet, of which jsdom knows nothing.
    vi.spyOn(HTMLElement.prototype, 'matches').mockImplementation((selector) =>
      selector.includes(':popover-open'),
    );
    const question = { search: '', filters: {} };
    render(<ExportMenu scope={{ of: 'everything' }} question={question} count={12} />);
    fireEvent.click(screen.getByText('NDJSON'));
    await screen.findByText(/^Saved as/);
    expect(screen.getAllByText(/^Saved as/)).toHaveLength(1);
  });

  it('is a sheet that the browser keeps on the screen, and closes at Escape', () => {
    openMenu({ of: 'form', form: 'asset' });
    const sheet = screen.getByRole('button', { name: 'CSV' }).closest('[popover=auto]');
    const button = screen.getByRole('button', { name: 'Export' });
    expect(sheet?.id).toBe(button.getAttribute('popovertarget'));
  });

  it('claims no progress while it is not known how much there is, and leaves the focus in the sheet', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<Response>();
    vi.stubGlobal('fetch', () => promise);
    openMenu({ of: 'everything' }, 'ada', {}, null);
    fireEvent.click(screen.getByRole('button', { name: 'NDJSON' }));
    const progress = await screen.findByRole('progressbar');
    expect(progress.hasAttribute('value')).toBe(false);
    screen.getByRole('button', { name: 'Cancel' }).focus();
    answer(Response.json({ record: 'transfer' }));
    await screen.findByText(/^Saved as/);
    expect(document.activeElement).toBe(document.querySelector('[popover]'));
  });
});
