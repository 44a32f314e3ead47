// @vitest-environment jsdom

import { startStubLedger, visit } from '@tallystick/shared/testing/visit';
import {
  unwatchParty,
  watchedParties,
  watchParty,
} from '@tallystick/shared/watched/watched-parties';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import remote from '../remote.json' with { type: 'json' };
import { Widget as Card } from './party-card.tsx';
import { routes } from './routes.tsx';
import { Widget as Watched } from './watched.tsx';

const ledger = await startStubLedger();
afterEach(() => {
  cleanup();
  localStorage.clear();
});
afterAll(ledger.close);

const row = (n: number) => ({
  item: `otc-${n}`,
  trxn: `trxn-${n}`,
  stat: 6,
  feat: { form: 'asset', sort: 'transfer' },
  crts: 1_453_684_324_000,
  cred: 'otc-35',
  debt: 'otc-13',
});
const tenRows = Array.from({ length: 10 }, (_, n) => row(n));
const activity = {
  bars: [{ start: 0, kinds: { asset: 1, data: 0 }, statuses: [0, 0, 0, 0, 0, 0, 1, 0, 0, 0] }],
  unit: 'day',
  each: 1,
  days: 7,
  newest: 0,
  sequence: 0,
};
const summary = {
  count: 763,
  first: Date.parse('2016-01-24T01:12:04Z'),
  last: Date.parse('2026-01-25T01:12:04Z'),
  forms: { asset: 763, data: 0 },
  statuses: [63, 0, 0, 0, 0, 0, 700, 0, 0, 0],
  sequence: 0,
};
const counterparties = {
  list: [{ kind: 'checker', id: 'a&b', name: 'True Mark', count: 1_200 }],
  of: 2_000,
  whole: false,
};
const ok = (data: unknown) => () => ({ status: 200, body: { data } });
const broken = () => ({ status: 500, body: { code: 500, error: 'It broke.' } });

it('has a page for each declared path, and no other', () => {
  expect(Object.keys(routes)).toEqual(remote.routes.map(({ path }) => path));
});

describe.each([
  ['user', 'User', 'users/details', undefined, 'user', 'credit'],
  ['creator', 'Creator', 'teams/details', 'issuer', 'creator', 'debit'],
  ['consumer', 'Consumer', 'teams/details', 'caller', 'consumer', 'debit'],
  ['checker', 'Checker', 'teams/details', 'verifier', 'consumer', 'debit'],
])('/%s/{id}', (kind, title, partyCall, srvc, list, side) => {
  const listCall = `transfers/list/${list}`;

  it('shows name, id and transactions', async () => {
    // Its own: what a test before has asked may arrive late.
    const user = `otc-${kind}`;
    const calls = () => ledger.calls.filter(({ sent }) => JSON.stringify(sent).includes(user));
    ledger.answer({
      [partyCall]: ok({ name: 'Trader 35', kinds: ['user', 'creator', 'checker'] }),
      [listCall]: ok({ list: tenRows, count: 763, sequence: 0 }),
      'transfers/activity': ok(activity),
      'transfers/summary': ok(summary),
      'parties/counterparties': ok(counterparties),
    });
    visit(routes, `/${kind}/${user}?page=2`);
    await screen.findByRole('heading', { name: 'Trader 35', level: 1 });
    await screen.findByText('2016-01-24');
    const facts = screen
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextSibling?.textContent]);
    const others = ['User', 'Creator', 'Checker'].filter((other) => other !== title);
    expect(facts).toEqual([
      ['ID', `${user} `],
      ['Kind', expect.stringMatching(`^${title} .* side\\)$`)],
      ['Also', others.join('')],
      ['Total', '763'],
      ['First', '2016-01-24'],
      ['Latest', '2026-01-25'],
    ]);
    for (const other of others) {
      const link = screen.getByRole('link', { name: other });
      expect(link.getAttribute('href')).toBe(`/${other.toLowerCase()}/${user}`);
    }
    expect(screen.getByRole('button', { name: 'Copy party id' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Transactions', level: 2 })).toBeTruthy();
    expect(screen.getByText('11 - 20 of 763')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe(
      `/${kind}/${user}?page=3`,
    );
    await screen.findByText('1 · Jan 1, 1970');
    await expect.poll(calls).toHaveLength(5);
    expect(calls()).toContainEqual({
      path: 'transfers/summary',
      sent: { data: { list, user } },
    });
    expect(calls()).toContainEqual({
      path: 'transfers/activity',
      sent: { data: { among: [7, 30, 90, 365], party: { kind, user } } },
    });
    expect(calls()).toContainEqual({
      path: partyCall,
      sent: { data: { user }, ...(srvc ? { srvc } : {}) },
    });
    expect(calls()).toContainEqual({
      path: listCall,
      sent: { data: { user, index: 2, items: 10 } },
    });
  });

  it('tells the share of each status and with whom it has most, each a way into its list', async () => {
    ledger.answer({
      [partyCall]: ok({ name: 'Trader 35' }),
      [listCall]: ok({ list: tenRows, count: 763, sequence: 0 }),
      'transfers/summary': ok(summary),
      'parties/counterparties': ok(counterparties),
    });
    visit(routes, `/${kind}/otc-35`);
    const statuses = await screen.findByRole('region', { name: 'By status' });
    await within(statuses).findByText('63');
    const shares = within(statuses).getAllByRole('listitem');
    expect(shares.map(({ textContent }) => textContent)).toEqual([
      'Created (0) 63 8%',
      'Closed (Submitted) 700 92%',
    ]);
    const closed = within(statuses).getByRole('link', { name: 'Closed (Submitted)' });
    expect(closed.getAttribute('href')).toBe(`/${kind}/otc-35?status=6`);

    const others = screen.getByRole('region', { name: 'Most frequent counterparties' });
    await within(others).findByText('Of the latest 2,000 transactions.');
    const links = within(others).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['True Mark', '/checker/a%26b'],
      ['1,200', `/${kind}/otc-35?${side}=a%26b`],
    ]);
    expect(within(others).getByLabelText('1,200 transactions with True Mark')).toBeTruthy();
  });

  it('says under each heading that there is none yet where it has no transfer', async () => {
    ledger.answer({
      [partyCall]: ok({ name: 'Trader 35', kinds: ['user'] }),
      [listCall]: ok({ list: [], count: 0, sequence: 0 }),
      'transfers/activity': ok({ ...activity, bars: [] }),
      'transfers/summary': ok({
        ...summary,
        count: 0,
        first: null,
        last: null,
        forms: { asset: 0, data: 0 },
        statuses: Array(10).fill(0),
      }),
      'parties/counterparties': ok({ list: [], of: 0, whole: true }),
    });
    visit(routes, `/${kind}/otc-35`);
    for (const name of ['By status', 'Most frequent counterparties']) {
      await within(await screen.findByRole('region', { name })).findByText('None yet');
    }
  });

  it('keeps the rest when its figures cannot be had', async () => {
    ledger.answer({
      [partyCall]: ok({ name: 'Trader 35' }),
      [listCall]: ok({ list: tenRows, count: 763, sequence: 0 }),
      'transfers/summary': broken,
      'parties/counterparties': broken,
    });
    visit(routes, `/${kind}/otc-35`);
    expect(await screen.findAllByText('Could not be counted')).toHaveLength(4);
    const statuses = within(screen.getByRole('region', { name: 'By status' }));
    expect(statuses.getByText('Could not be counted')).toBeTruthy();
    await screen.findByText('They could not be loaded.');
    expect(screen.getByText('1 - 10 of 763')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('counts with whom it has most as soon as the machine is back on line', async () => {
    const calls = {
      [partyCall]: ok({ name: 'Trader 35' }),
      [listCall]: ok({ list: [], count: 0, sequence: 0 }),
    };
    ledger.answer({ ...calls, 'parties/counterparties': broken });
    visit(routes, `/${kind}/otc-35`);
    await screen.findByText('They could not be loaded.');
    ledger.answer({ ...calls, 'parties/counterparties': ok(counterparties) });
    act(() => void dispatchEvent(new Event('online')));
    await screen.findByRole('link', { name: 'True Mark' });
    expect(screen.queryByText('They could not be loaded.')).toBeNull();
  });

  it('leads to the only party whose id differs in case alone', async () => {
    const exact = { to: 'party', kind, id: 'otc-35', kinds: ['user', kind] };
    ledger.answer({
      [partyCall]: (sent) =>
        JSON.stringify(sent).includes('otc-35')
          ? ok({ name: 'Trader 35' })()
          : { status: 404, body: { code: 404, error: 'Not found.' } },
      [listCall]: ok({ list: [], count: 0, sequence: 0 }),
      search: ok({ exact, parties: [], transfers: [] }),
    });
    const router = visit(routes, `/${kind}/OTC-35?status=6`);
    await screen.findByRole('heading', { name: 'Trader 35', level: 1 });
    expect(router.state.location).toMatchObject({
      pathname: `/${kind}/otc-35`,
      search: '?status=6',
    });
  });

  it('says so of a status that is nearly none or all, and whom it has met last', async () => {
    const once = { kind: 'checker', id: 'a&b', name: 'True Mark', count: 1 };
    ledger.answer({
      [partyCall]: ok({ name: 'Trader 35' }),
      [listCall]: ok({ list: tenRows, count: 900, sequence: 0 }),
      'transfers/summary': ok({ ...summary, statuses: [1, 0, 0, 0, 0, 0, 899, 0, 0, 0] }),
      'parties/counterparties': ok({ list: [once], of: 900, whole: true, all: 900 }),
    });
    visit(routes, `/${kind}/otc-35`);
    const statuses = await screen.findByRole('region', { name: 'By status' });
    const shares = within(statuses).getAllByRole('listitem');
    expect(shares.map(({ textContent }) => textContent)).toEqual([
      'Created (0) 1 <1%',
      'Closed (Submitted) 899 >99%',
    ]);
    const others = screen.getByRole('region', { name: 'Latest counterparties' });
    expect(within(others).getByText('The first 1 of 900.')).toBeTruthy();
  });

  it('is not found for an unknown party', async () => {
    ledger.answer({ [listCall]: ok({ list: [], count: 0, sequence: 0 }) });
    visit(routes, `/${kind}/nobody`);
    await screen.findByText('Not Found');
  });

  it('keeps the party when only the list fails, and tries again', async () => {
    ledger.answer({ [partyCall]: ok({ name: 'Trader 35' }), [listCall]: broken });
    visit(routes, `/${kind}/otc-35`);
    await screen.findByText('Trader 35');
    const notice = screen.getByRole('alert');
    expect(within(notice).getByText('The list could not be loaded')).toBeTruthy();
    ledger.answer({
      [partyCall]: ok({ name: 'Trader 35' }),
      [listCall]: ok({ list: [row(1)], count: 1, sequence: 0 }),
    });
    fireEvent.click(within(notice).getByRole('button', { name: 'Try again' }));
    await screen.findByText('1 - 1 of 1');
  });

  it('says when the party cannot be loaded, and loads it when the machine is back on line', async () => {
    ledger.answer({ [partyCall]: broken, [listCall]: broken });
    const router = visit(routes, `/${kind}/otc-35`);
    const notice = await screen.findByRole('alert');
    expect(within(notice).getByText('The party could not be loaded')).toBeTruthy();
    expect(within(notice).getByText('It broke.')).toBeTruthy();
    ledger.answer({
      [partyCall]: ok({ name: 'Trader 35' }),
      [listCall]: ok({ list: [row(1)], count: 1, sequence: 0 }),
    });
    dispatchEvent(new Event('online'));
    await screen.findByRole('heading', { name: 'Trader 35', level: 1 });
    expect(Object.values(router.state.loaderData)).toMatchObject([{ title: 'Trader 35' }]);
  });
});

describe('a watched party', () => {
  const answers = {
    'teams/details': ok({ name: 'Trader 35' }),
    'transfers/list/creator': ok({ list: [row(1)], count: 765, sequence: 0 }),
    'transfers/summary': ok(summary),
  };
  const party = { kind: 'creator', id: 'otc-35', name: 'Trader 35' } as const;

  it('is watched by a toggle on its page, which says where that is kept', async () => {
    ledger.answer(answers);
    visit(routes, '/creator/otc-35');
    await screen.findByText('2016-01-24');
    const toggle = screen.getByRole('button', { name: 'Watch', pressed: false });
    fireEvent.click(toggle);
    expect(screen.getByRole('button', { name: /Watch/, pressed: true })).toBe(toggle);
    screen.getByText('Shown on Home. Saved in this browser only; signing out clears it.');
    expect(watchedParties()).toEqual([{ ...party, seen: 763 }]);
    const feed = screen.getByRole('link', { name: 'Atom feed' });
    expect(feed.getAttribute('href')).toBe('/feeds/creator/otc-35.atom');
    fireEvent.click(toggle);
    expect(watchedParties()).toEqual([]);
  });

  it('is none where twenty are, which are as they were, until one is watched no longer', async () => {
    for (let n = 1; n <= 20; n += 1) {
      watchParty({ kind: 'user', id: `u-${n}`, name: `User ${n}`, seen: 0 });
    }
    const twenty = watchedParties();
    ledger.answer(answers);
    visit(routes, '/creator/otc-35');
    await screen.findByText('2016-01-24');
    const toggle = screen.getByRole('button', { name: 'Watch', pressed: false });
    fireEvent.click(toggle);
    screen.getByText(/^You can watch up to 20 parties\./);
    expect(toggle.getAttribute('aria-pressed')).toBe('false');
    expect(watchedParties()).toEqual(twenty);
    act(() => unwatchParty({ kind: 'user', id: 'u-7' }));
    expect(screen.queryByText(/^You watch 20 parties/)).toBeNull();
    fireEvent.click(toggle);
    screen.getByText('Shown on Home. Saved in this browser only; signing out clears it.');
  });

  it('has been looked at once its page was open', async () => {
    watchParty({ ...party, seen: 5 });
    ledger.answer(answers);
    visit(routes, '/creator/otc-35');
    await expect.poll(() => watchedParties()).toEqual([{ ...party, seen: 763 }]);
  });

  it('gets the name that it has now once its page was open, and not again in tabs that know the old one', async () => {
    watchParty({ ...party, name: 'Old name', seen: 763 });
    ledger.answer(answers);
    visit(routes, '/creator/otc-35');
    await expect.poll(() => watchedParties()).toEqual([{ ...party, seen: 763 }]);
    act(() => void watchParty({ ...party, name: 'A later name', seen: 763 }));
    expect(watchedParties()).toEqual([{ ...party, name: 'A later name', seen: 763 }]);
  });

  it('gets the name that it has now, and keeps what another tab has counted further', async () => {
    watchParty({ ...party, name: 'Old name', seen: 764 });
    ledger.answer(answers);
    visit(routes, '/creator/otc-35');
    await expect.poll(() => watchedParties()[0]?.name).toBe(party.name);
    expect(watchedParties()).toEqual([{ ...party, seen: 764 }]);
  });

  it('keeps what another tab has counted further', async () => {
    watchParty({ ...party, seen: 5 });
    ledger.answer(answers);
    visit(routes, '/creator/otc-35');
    await expect.poll(() => watchedParties()).toEqual([{ ...party, seen: 763 }]);
    act(() => void watchParty({ ...party, seen: 764 }));
    expect(watchedParties()).toEqual([{ ...party, seen: 764 }]);
  });

  it('stands in the widget for Home with what is new since then, and its latest', async () => {
    watchParty({ ...party, seen: 763 });
    watchParty({ kind: 'user', id: 'ada', name: 'Ada', seen: null });
    ledger.answer({
      ...answers,
      'transfers/list/user': ok({ list: [], count: 0, sequence: 0 }),
    });
    visit({ '/': { Component: Watched } }, '/');
    await screen.findByText('2 new');
    const latest = screen.getByRole('link', { name: 'Latest transaction of Trader 35' });
    expect(latest.getAttribute('href')).toBe('/tx/otc-1');
    expect(latest.textContent).toMatch(/years ago$/);
    expect(screen.getByRole('link', { name: 'Ada' }).getAttribute('href')).toBe('/user/ada');
    expect(screen.getByRole('status').textContent).toBe('');
    // Watched before it was counted: what there is now is not new.
    await expect
      .poll(() => watchedParties()[0])
      .toEqual({ kind: 'user', id: 'ada', name: 'Ada', seen: 0 });
  });
});

it('calls a party that was recorded without a name by its id', async () => {
  ledger.answer({ 'users/details': ok({ name: '', kinds: ['user'] }) });
  visit(routes, '/user/otc-35');
  await screen.findByRole('heading', { name: 'otc-35', level: 1 });
});

describe('the card for other remotes', () => {
  const card = (id: string) => ({
    '/card': { Component: () => <Card kind="creator" id={id} /> },
  });

  it('says who a party is, with the ways to its other pages', async () => {
    ledger.answer({ 'teams/details': ok({ name: 'Trader 35', kinds: ['user', 'creator'] }) });
    visit(card('otc-35'), '/card');
    await screen.findByText('Trader 35');
    const link = screen.getByRole('link', { name: 'User' });
    expect(link.getAttribute('href')).toBe('/user/otc-35');
  });

  it('says nothing of the party before while the next one is loaded', async () => {
    ledger.answer({ 'teams/details': ok({ name: 'Trader 35', kinds: ['creator'] }) });
    const Component = () => {
      const [id, setId] = useState('otc-35');
      return (
        <>
          <button type="button" onClick={() => setId('otc-36')}>
            Next
          </button>
          <Card kind="creator" id={id} />
        </>
      );
    };
    visit({ '/card': { Component } }, '/card');
    await screen.findByText('Trader 35');
    // Nothing can be answered before this has returned.
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.queryByText('Trader 35')).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('Please wait...');
    await screen.findByText('otc-36');
  });

  it('says when the party cannot be loaded', async () => {
    ledger.answer({ 'teams/details': broken });
    visit(card('otc-35'), '/card');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('The party could not be loaded. It broke.');
  });
});
