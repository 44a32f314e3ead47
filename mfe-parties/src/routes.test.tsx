// @vitest-environment jsdom

import { startStubLedger, visit } from '@tallystick/shared/testing/visit';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import remote from '../remote.json' with { type: 'json' };
import { Widget } from './party-card.tsx';
import { routes } from './routes.tsx';

const ledger = await startStubLedger();
afterEach(cleanup);
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
  newest: 0,
  sequence: 0,
};
const ok = (data: unknown) => () => ({ status: 200, body: { data } });
const broken = () => ({ status: 500, body: { code: 500, error: 'It broke.' } });

it('has a page for each declared path, and no other', () => {
  expect(Object.keys(routes)).toEqual(remote.routes.map(({ path }) => path));
});

describe.each([
  ['user', 'User', 'users/details', undefined, 'transfers/list/user'],
  ['creator', 'Creator', 'teams/details', 'issuer', 'transfers/list/creator'],
  ['consumer', 'Consumer', 'teams/details', 'caller', 'transfers/list/consumer'],
  ['checker', 'Checker', 'teams/details', 'verifier', 'transfers/list/consumer'],
])('/%s/{id}', (kind, title, partyCall, srvc, listCall) => {
  it('shows name, id and transactions', async () => {
    ledger.answer({
      [partyCall]: ok({ name: 'Trader 35', kinds: ['user', 'creator', 'checker'] }),
      [listCall]: ok({ list: tenRows, count: 763, sequence: 0 }),
      'transfers/activity': ok(activity),
    });
    visit(routes, `/${kind}/otc-35?page=2`);
    await screen.findByRole('heading', { name: title, level: 1 });
    const facts = screen
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextSibling?.textContent]);
    const others = ['User', 'Creator', 'Checker'].filter((other) => other !== title);
    expect(facts).toEqual([
      ['Name', 'Trader 35 '],
      ['ID', 'otc-35 '],
      ['Kind', expect.stringMatching(`^${title} .* transfers$`)],
      ['Also', others.join('')],
    ]);
    for (const other of others) {
      const link = screen.getByRole('link', { name: other });
      expect(link.getAttribute('href')).toBe(`/${other.toLowerCase()}/otc-35`);
    }
    expect(screen.getByRole('button', { name: 'Copy party id' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Transactions', level: 2 })).toBeTruthy();
    expect(screen.getByText('11 - 20 of 763')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe(
      `/${kind}/otc-35?page=3`,
    );
    await screen.findByText(/^1 transaction,/);
    expect(ledger.calls).toHaveLength(3);
    expect(ledger.calls).toContainEqual({
      path: 'transfers/activity',
      sent: { data: { days: 30, party: { kind, user: 'otc-35' } } },
    });
    expect(ledger.calls).toContainEqual({
      path: partyCall,
      sent: { data: { user: 'otc-35' }, ...(srvc ? { srvc } : {}) },
    });
    expect(ledger.calls).toContainEqual({
      path: listCall,
      sent: { data: { user: 'otc-35', index: 2, items: 10 } },
    });
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

  it('says when the party cannot be loaded', async () => {
    ledger.answer({ [partyCall]: broken, [listCall]: broken });
    visit(routes, `/${kind}/otc-35`);
    const notice = await screen.findByRole('alert');
    expect(within(notice).getByText('The party could not be loaded')).toBeTruthy();
    expect(within(notice).getByText('It broke.')).toBeTruthy();
  });
});

describe('the card for other remotes', () => {
  const card = (id: string) => ({
    '/card': { Component: () => <Widget kind="creator" id={id} /> },
  });

  it('says who a party is, with the ways to its other pages', async () => {
    ledger.answer({ 'teams/details': ok({ name: 'Trader 35', kinds: ['user', 'creator'] }) });
    visit(card('otc-35'), '/card');
    await screen.findByText('Trader 35');
    const link = screen.getByRole('link', { name: 'User' });
    expect(link.getAttribute('href')).toBe('/user/otc-35');
  });

  it('says when the party cannot be loaded', async () => {
    ledger.answer({ 'teams/details': broken });
    visit(card('otc-35'), '/card');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('The party could not be loaded. It broke.');
  });
});
