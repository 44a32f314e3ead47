// @vitest-environment jsdom

import { startStubLedger, visit } from '@tallystick/shared/testing/visit';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import remote from '../remote.json' with { type: 'json' };
import { routes } from './routes.tsx';

const ledger = await startStubLedger();
afterEach(cleanup);
afterAll(ledger.close);

const trxn = 'b84020c6ad840e507b6418ebc130ff140ba9be6c';
const rating = {
  item: 'otc-035592',
  trxn,
  stat: 6,
  feat: { form: 'asset', sort: 'transfer' },
  crts: 1_453_684_324_000,
  cred: 'otc-1128',
  debt: 'otc-13',
};
/** What was sent to one call; the activity of the page is another. */
const sentTo = (call: string) =>
  ledger.calls.filter(({ path }) => path === call).map(({ sent }) => sent);
const ok = (data: unknown) => () => ({ status: 200, body: { data } });
const list = (count: number, ...rows: readonly unknown[]) => ok({ list: rows, count, sequence: 0 });

it('has a page for each declared path, and no other', () => {
  expect(Object.keys(routes)).toEqual(remote.routes.map(({ path }) => path));
});

describe.each([
  ['/', 'transfers/list/latest', 'Latest Transactions', '1 - 1 of 1'],
  ['/transfers', 'transfers/list/data', 'Transactions', '1 - 1 of 1'],
  ['/assets', 'assets/list/data', 'Credentials & Data Assets', 'Assets: 1 - 1 of 1'],
])('%s', (path, call, heading, range) => {
  it('lists what its call answers', async () => {
    ledger.answer({ [call]: list(1, rating) });
    visit(routes, path);
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
    expect(await screen.findByText(range)).toBeTruthy();
    expect(screen.getByRole('link', { name: /b84020c6/ }).getAttribute('href')).toBe(
      '/tx/otc-035592',
    );
    expect(sentTo(call)).toEqual([{ data: { index: 1, items: 10 } }]);
  });

  it('asks for the page and the search that its URL names', async () => {
    ledger.answer({ [call]: list(35_592, rating) });
    visit(routes, `${path}?page=3560&q=otc-13`);
    await screen.findByText(/35,591 - 35,592 of 35,592/);
    expect(sentTo(call)).toEqual([
      { data: { index: 3560, items: 10, filters: { search: 'otc-13' } } },
    ]);
  });

  it('says that a search looked no further, and where to look on', async () => {
    const found = (count: number, ...rows: readonly unknown[]) =>
      ok({ list: rows, count, more: true, sequence: 0 });
    ledger.answer({ [call]: found(1_686, rating) });
    visit(routes, `${path}?q=zofia`);
    await screen.findByText(/1 - 10 of 1,686 or more/);
    cleanup();
    ledger.answer({ [call]: found(0) });
    visit(routes, `${path}?q=zofia`);
    await screen.findByText(/No match for “zofia” among recent transactions. Choose earlier dates/);
    cleanup();
    ledger.answer({ [call]: found(1_686) });
    visit(routes, `${path}?page=400&q=zofia`);
    await screen.findByText(/The search ends here. Choose earlier dates/);
  });

  it.each(['0', '-1', 'abc', '1e9'])('takes ?page=%s for the first page', async (page) => {
    ledger.answer({ [call]: list(1, rating) });
    visit(routes, `${path}?page=${page}`);
    await screen.findByText(range);
    expect(sentTo(call)).toEqual([{ data: { index: 1, items: 10 } }]);
  });

  it('past its end shows the way back, which leaves the list where it is', async () => {
    ledger.answer({ [call]: list(35_592) });
    const router = visit(routes, `${path}?page=99999`);
    await screen.findByText(/This page is past the end of the list/);
    const way = screen.getByRole('link', { name: 'Go to the last page' });
    expect(way.getAttribute('href')).toBe(`${path}?page=3560`);
    fireEvent.click(way);
    await expect.poll(() => router.state.location.search).toBe('?page=3560');
    expect(router.state.preventScrollReset).toBe(true);
    await expect.poll(() => sentTo(call)).toHaveLength(2);
  });

  it('says when there is nothing, and when nothing matches', async () => {
    ledger.answer({ [call]: list(0) });
    visit(routes, path);
    await screen.findByText(path === '/assets' ? 'No assets yet.' : 'No transactions yet.');
    cleanup();
    visit(routes, `${path}?q=nobody`);
    await screen.findByText('Nothing matches “nobody”.');
  });

  it('says when its call fails, and tries again', async () => {
    ledger.answer({ [call]: () => ({ status: 500, body: { code: 500, error: 'It broke.' } }) });
    visit(routes, path);
    const notice = await screen.findByRole('alert');
    expect(within(notice).getByText('The list could not be loaded')).toBeTruthy();
    expect(within(notice).getByText('It broke.')).toBeTruthy();
    ledger.answer({ [call]: list(1, rating) });
    fireEvent.click(within(notice).getByRole('button', { name: 'Try again' }));
    await screen.findByText(range);
  });
});

it('opens a transaction with what its row says, and says the rest when it comes', async () => {
  const credit = { name: 'Trader 1128', kind: 'creator' };
  const row = { ...rating, credit, debit: { name: 'Trader 13' } };
  const calls = { 'transfers/list/latest': list(1, row) };
  ledger.answer({
    ...calls,
    'transfers/details': () => ({ status: 503, body: { code: 503, error: 'It is busy.' } }),
  });
  visit(routes, '/');
  const link = await screen.findByRole('link', { name: /b84020c6/ });
  fireEvent.pointerOver(link);
  fireEvent.click(link);
  await screen.findByText('Closed (Submitted)');
  expect(screen.getByRole('link', { name: 'Trader 1128' }).getAttribute('href')).toBe(
    '/creator/otc-1128',
  );
  expect(within(await screen.findByRole('alert')).getByText('It is busy.')).toBeTruthy();
  const names = {
    credit: { ...credit, item: 'otc-1128' },
    debit: { name: 'Trader 13', kind: 'user' },
  };
  const { item, feat, crts: created } = rating;
  ledger.answer({
    ...calls,
    'transfers/details': ok({
      ...{ item, trxn, status: 7, created, feat, credit: names.credit },
      debit: { ...names.debit, item: 'otc-13' },
    }),
  });
  fireEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }));
  await screen.findByText('Not Available');
  expect(screen.queryByRole('alert')).toBeNull();
});

describe.each(['/tx', '/ux', '/ax'])('%s/{id}', (path) => {
  const detail = {
    item: 'otc-035592',
    trxn,
    status: 6,
    created: 1_453_684_324_000,
    feat: { form: 'asset', sort: 'transfer' },
    credit: { name: 'Trader 1128', item: 'otc-1128', kind: 'creator' },
    debit: { name: 'Trader 13', item: 'otc-13', kind: 'user' },
    sequence: 5,
  };
  const neighbours = {
    credit: { earlier: { item: 'otc-035590', trxn: null, crts: 1_453_684_000_000 }, later: null },
    debit: { earlier: null, later: { item: 'otc 1', trxn: 'x', crts: 1_453_685_000_000 } },
  };
  const facts = () =>
    screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);

  it('shows id, status, date, the two parties and the data', async () => {
    ledger.answer({
      'transfers/details': ok(detail),
      'transfers/neighbours': ok(neighbours),
      'transfers/data/details': ok({
        vars: [
          { name: 'rating', memo: 'Trust, from -10 to 10', data: 2 },
          { name: 'note', memo: '', data: null },
          { name: 'paid', memo: '', data: false },
          { name: 'text', memo: '', data: '' },
        ],
      }),
    });
    visit(routes, `${path}/${trxn}`);
    await screen.findByRole('heading', { name: 'Transaction', level: 1 });
    expect(facts()).toEqual([
      ['ID', `${trxn} `],
      ['Record', 'otc-035592 '],
      ['Kind', 'Credentialasset.transfer'],
      ['Status', 'Closed (Submitted)It is complete, and its data was submitted and can be read.'],
      ['Date', expect.stringMatching(/^2016-01-25 01:12:04 UTC/)],
    ]);
    const headings = screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent);
    expect(headings).toEqual(['Creator', 'User', 'Data']);
    const parties = screen
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
    expect(parties).toEqual([
      ['Trader 1128', '/creator/otc-1128'],
      ['Previous', '/tx/otc-035590'],
      ['Trader 13', '/user/otc-13'],
      ['Next', '/tx/otc%201'],
    ]);
    const rows = within(screen.getByRole('table', { name: 'Data' }))
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows).toEqual([
      ['#', 'Name', 'Memo', 'Value'],
      ['1', 'rating', 'Trust, from -10 to 10', '2'],
      ['2', 'note', '', 'null'],
      ['3', 'paid', '', 'false'],
      ['4', 'text', '', 'empty text'],
    ]);
    // The first two are asked for at once, so either may arrive first.
    const calls = ledger.calls.toSorted((one, other) => one.path.localeCompare(other.path));
    expect(calls).toEqual([
      { path: 'transfers/data/details', sent: { data: { item: 'otc-035592' } } },
      { path: 'transfers/details', sent: { data: { item: trxn } } },
      { path: 'transfers/neighbours', sent: { data: { item: trxn } } },
    ]);
  });

  it('calls the credit party of data a consumer, and asks for no data before it is closed', async () => {
    ledger.answer({
      'transfers/details': ok({
        ...detail,
        trxn: null,
        status: 9,
        feat: { form: 'data', sort: 'transfer' },
        credit: { name: 'Orbit', item: 'chk 1', kind: 'checker' },
      }),
    });
    visit(routes, `${path}/otc-035592`);
    await screen.findByRole('heading', { name: 'Consumer' });
    expect(screen.getByRole('link', { name: /Orbit/ }).getAttribute('href')).toBe(
      '/checker/chk%201',
    );
    expect(facts()).toContainEqual(['ID', '****** ']);
    expect(screen.queryByRole('button', { name: 'Copy transaction id' })).toBeNull();
    expect(screen.getByText('Partial (User)')).toBeTruthy();
    expect(screen.getByText('Not Available')).toBeTruthy();
    expect(sentTo('transfers/data/details')).toEqual([]);
  });

  it('shows the time as it is wanted, and keeps that', async () => {
    ledger.answer({ 'transfers/details': ok(detail), 'transfers/data/details': ok({ vars: [] }) });
    visit(routes, `${path}/${trxn}`);
    fireEvent.click(await screen.findByRole('radio', { name: 'Relative' }));
    const time = () => screen.getByText((_, element) => element?.tagName === 'TIME');
    await screen.findByText(/^\d+ years ago$/);
    expect(time().getAttribute('datetime')).toBe('2016-01-25T01:12:04.000Z');
    cleanup();
    visit(routes, `${path}/${trxn}`);
    await screen.findByText(/^\d+ years ago$/);
    fireEvent.click(screen.getByRole('radio', { name: 'Local' }));
    await screen.findByText(/Jan 2[45], 2016/);
    localStorage.setItem('time', 'sundial');
    cleanup();
    visit(routes, `${path}/${trxn}`);
    await screen.findByText('2016-01-25 01:12:04 UTC');
  });

  it('shows the record as the ledger has it', async () => {
    const vars = [{ name: 'rating', memo: '', data: 2 }];
    ledger.answer({ 'transfers/details': ok(detail), 'transfers/data/details': ok({ vars }) });
    visit(routes, `${path}/${trxn}`);
    const raw = await screen.findByText('Raw record');
    const json = raw.parentElement?.querySelector('pre')?.textContent ?? '';
    expect(JSON.parse(json)).toEqual({ record: 'transfer', ...rating, vars });
    expect(screen.getByRole('button', { name: 'Copy raw record', hidden: true })).toBeTruthy();
  });

  it('shows what is not seen of its data, which anybody may have written', async () => {
    const vars = [{ name: 'na\u202eme', memo: 'me\u200bmo', data: '\u202e123' }];
    ledger.answer({ 'transfers/details': ok(detail), 'transfers/data/details': ok({ vars }) });
    visit(routes, `${path}/${trxn}`);
    const name = await screen.findByRole('rowheader', { name: 'na⟨U+202E⟩me' });
    expect(name.closest('tr')?.textContent).toBe('1na⟨U+202E⟩meme⟨U+200B⟩mo⟨U+202E⟩123');
    // Each text has a `bdi` of its own, so that its direction does not affect what stands around it.
    expect(name.closest('tr')?.querySelectorAll('bdi')).toHaveLength(3);
    const json = screen.getByText(/"record": "transfer"/).textContent ?? '';
    expect(json).toContain('"na\\u202eme"');
    expect(JSON.parse(json)).toMatchObject({ vars });
  });

  it('says where more is known of a party, where the card of the parties’ app is not there', async () => {
    ledger.answer({ 'transfers/details': ok(detail), 'transfers/data/details': ok({ vars: [] }) });
    visit(routes, `${path}/${trxn}`);
    const [summary] = await screen.findAllByText('About this party');
    const details = summary?.closest('details');
    if (!details) throw new Error('nothing to open');
    expect(screen.queryByText('See its page for details.')).toBeNull();
    details.open = true;
    fireEvent(details, new Event('toggle'));
    expect(await screen.findByText('See its page for details.')).toBeTruthy();
  });

  it('says so of a party that somebody asked about before the page listened', async () => {
    ledger.answer({ 'transfers/details': ok(detail), 'transfers/data/details': ok({ vars: [] }) });
    vi.spyOn(HTMLDetailsElement.prototype, 'open', 'get').mockReturnValue(true);
    visit(routes, `${path}/${trxn}`);
    expect(await screen.findAllByText('See its page for details.')).toHaveLength(2);
    vi.restoreAllMocks();
  });

  it('says that closed data is not available when there is none', async () => {
    ledger.answer({ 'transfers/details': ok(detail), 'transfers/data/details': ok({ vars: [] }) });
    visit(routes, `${path}/${trxn}`);
    await screen.findByText('Not Available');
    expect(facts()).toContainEqual(['Status', 'Closed (Submitted)It is complete.']);
  });

  it('stands when only the data fails', async () => {
    ledger.answer({
      'transfers/details': ok(detail),
      'transfers/data/details': () => ({ status: 503, body: { code: 503, error: 'Busy.' } }),
    });
    visit(routes, `${path}/${trxn}`);
    await screen.findByText('Trader 1128');
    expect(within(screen.getByRole('alert')).getByText('Busy.')).toBeTruthy();
  });

  it('is not found for an unknown id', async () => {
    ledger.answer({});
    visit(routes, `${path}/nothing`);
    await screen.findByText('Not Found');
  });

  it('says when its call fails', async () => {
    ledger.answer({
      'transfers/details': () => ({ status: 500, body: { code: 500, error: 'It broke.' } }),
    });
    visit(routes, `${path}/${trxn}`);
    expect(within(await screen.findByRole('alert')).getByText('It broke.')).toBeTruthy();
  });
});

it('calls a party that was recorded without a name by its id', async () => {
  ledger.answer({
    'transfers/details': ok({
      item: 'otc-035592',
      trxn,
      status: 1,
      created: 1_453_684_324_000,
      feat: { form: 'asset', sort: 'transfer' },
      credit: { name: '', item: 'otc-1128', kind: 'creator' },
      debit: { name: ' ', item: 'otc-13', kind: 'user' },
    }),
  });
  visit(routes, `/tx/${trxn}`);
  await screen.findByRole('heading', { name: 'Transaction' });
  const links = screen.getAllByRole('link').map((link) => link.textContent);
  expect(links).toEqual(['otc-1128', 'otc-13']);
});

it('shows who is watched by name, where the list of the parties’ app is not there', async () => {
  const seen = { kind: 'creator', id: 'a/b', name: 'Ada \u202eAsh', seen: 1 };
  localStorage.setItem('watched-parties', JSON.stringify([seen]));
  ledger.answer({ 'transfers/list/latest': list(1, rating) });
  visit(routes, '/');
  const link = await screen.findByRole('link', { name: 'Ada ⟨U+202E⟩Ash' });
  expect(link.getAttribute('href')).toBe('/creator/a%2Fb');
  localStorage.clear();
});

it('a transaction that is opened from a list is no changed one when the rest of it comes', async () => {
  const [credit, debit] = [
    { name: 'Trader 1128', kind: 'creator' },
    { name: 'Trader 13', kind: 'user' },
  ];
  ledger.answer({
    'transfers/list/data': list(1, { ...rating, stat: 1, credit, debit: { name: debit.name } }),
    'transfers/details': ok({
      ...{ item: rating.item, trxn, status: 1, created: rating.crts, feat: rating.feat },
      credit: { ...credit, item: rating.cred },
      debit: { ...debit, item: rating.debt },
      sequence: 5,
    }),
    'transfers/neighbours': ok({
      credit: { earlier: null, later: null },
      debit: { earlier: null, later: { item: 'otc 1', trxn: 'x', crts: 1_453_685_000_000 } },
    }),
  });
  visit(routes, '/transfers');
  const link = await screen.findByRole('link', { name: /b84020c6/ });
  fireEvent.pointerOver(link);
  fireEvent.click(link);
  await screen.findByRole('heading', { name: 'Transaction', level: 1 });
  await screen.findByRole('link', { name: /^Next transaction of/ });
  expect(screen.queryByText(/^Updated/)).toBeNull();
});

it('a row opens its own transaction, also where a newer one has its transaction id', async () => {
  const credit = { name: 'Trader 1128', kind: 'creator' };
  const debit = { name: 'Trader 13' };
  const newer = { ...rating, item: 'otc-035600', crts: rating.crts + 1 };
  const { item, feat, crts: created } = rating;
  ledger.answer({
    'transfers/list/latest': list(
      2,
      { ...newer, credit, debit },
      { ...rating, stat: 1, credit, debit },
    ),
    'transfers/details': (sent) =>
      ok({
        ...{ item: JSON.stringify(sent).includes(item) ? item : newer.item, trxn, created, feat },
        ...{ status: 1, credit: { ...credit, item: 'otc-1128' } },
        debit: { ...debit, kind: 'user', item: 'otc-13' },
      })(),
    'transfers/neighbours': ok({
      credit: { earlier: null, later: null },
      debit: { earlier: null, later: { item: 'otc 1', trxn: 'x', crts: 1_453_685_000_000 } },
    }),
  });
  visit(routes, '/');
  const [, older] = await screen.findAllByRole('link', { name: /b84020c6/ });
  if (older === undefined) throw new Error('There are two rows.');
  fireEvent.pointerOver(older);
  fireEvent.click(older);
  await screen.findByRole('link', { name: /^Next transaction of/ });
  expect(screen.getByText('otc-035592')).toBeTruthy();
});

describe('people', () => {
  const people = (parties: unknown) => ok({ exact: null, parties, transfers: [] });

  it('whose name is searched for stand before the rows', async () => {
    ledger.answer({
      'transfers/list/data': list(1, rating),
      search: people([{ id: 'a/b', name: 'Ada \u202eAsh', kinds: ['checker', 'user'] }]),
    });
    visit(routes, '/transfers?q=ada');
    const links = await screen.findAllByRole('link', { name: 'Ada ⟨U+202E⟩Ash' });
    const paths = links.map((link) => link.getAttribute('href'));
    expect(paths).toEqual(['/checker/a%2Fb', '/user/a%2Fb']);
    expect(sentTo('search')).toEqual([{ data: { text: 'ada' } }]);
    const section = screen.getByRole('region', { name: 'People' });
    const row = await screen.findByRole('link', { name: /b84020c6/ });
    expect(section.compareDocumentPosition(row)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('of which one has the text as its id are found by it', async () => {
    const exact = { to: 'party', kind: 'user', id: 'obi-314', kinds: ['user', 'consumer'] };
    const named = { id: 'obi-314', name: 'Obi-314', kinds: ['user'] };
    const more = { parties: true, transfers: false };
    ledger.answer({
      'transfers/list/data': list(1, rating),
      search: ok({ exact, parties: [named], transfers: [], more }),
    });
    visit(routes, '/transfers?q=obi-314');
    const link = await screen.findByRole('link', { name: 'obi-314' });
    expect(link.getAttribute('href')).toBe('/consumer/obi-314');
    const other = screen.getByRole('link', { name: 'Obi-314' });
    expect(other.getAttribute('href')).toBe('/user/obi-314');
    expect(screen.getByText('There are more: type more of the name.')).toBeTruthy();
  });

  it.each([
    ['No matching parties.', people([])],
    [
      'This is the ID of a transaction, or its beginning.',
      ok({ exact: null, parties: [], transfers: [rating] }),
    ],
    ['The search failed.', () => ({ status: 500, body: { error: 'It broke.' } })],
  ])('are not there: %s', async (words, search) => {
    ledger.answer({ 'transfers/list/data': list(1, rating), search });
    visit(routes, '/transfers?q=zzz');
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('are not looked for without a search', async () => {
    ledger.answer({ 'transfers/list/data': list(1, rating) });
    visit(routes, '/transfers');
    await screen.findByRole('link', { name: /b84020c6/ });
    expect(screen.queryByRole('region', { name: 'People' })).toBeNull();
    expect(sentTo('search')).toEqual([]);
  });
});
