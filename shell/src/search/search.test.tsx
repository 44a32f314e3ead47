// @vitest-environment jsdom
import type { DeclaredRoute } from '@tallystick/contract/remote';
import type { RouteModules } from '@tallystick/contract/route-module';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLedger } from '../open-ledger.testing.tsx';

// Enter waits for as long as it takes to know whether its text is an id.
vi.mock('@tallystick/timing/within', async (original) => ({
  ...(await original<object>()),
  within: (_milliseconds: number, promise: Promise<unknown>) => promise,
}));

const declared: DeclaredRoute[] = [
  { path: '/all', page: 'All', about: 'transfers' },
  { path: '/tx/:id', page: 'Transaction', about: 'transfer' },
  { path: '/user/:id', page: 'User', about: 'user' },
  { path: '/creator/:id', page: 'Creator', about: 'creator' },
];
const Page = () => <p>A page</p>;
const routes: RouteModules = Object.fromEntries(
  declared.map(({ path }) => [path, { Component: Page }]),
);

const row = {
  item: 'asset-7',
  trxn: 'ADA-77',
  stat: 6,
  feat: { form: 'asset', sort: 'transfer' },
  crts: 0,
  cred: 'north',
  debt: 'ada',
  credit: { name: 'North College', kind: 'creator' },
  debit: { name: 'Ada Ash' },
};
const ada = { id: 'ada', name: 'Ada \u202eAsh', kinds: ['user', 'checker'] };
const found = { exact: null, parties: [ada], transfers: [row] };
const nothing = { exact: null, parties: [], transfers: [] };

let router: ReturnType<typeof openLedger>;
/** What was searched for. */
let asked: string[];
let answer: (text: string) => Response | Promise<Response>;
const good = (data: unknown) => Response.json({ data });
beforeEach(() => {
  // jsdom has none.
  Element.prototype.scrollIntoView = () => {};
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  asked = [];
  answer = () => good(found);
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const { text } = JSON.parse(body).data;
    asked.push(text);
    return answer(text);
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Opens a page, and types into the bar's search. */
async function search(text: string, path = '/all', brought = routes): Promise<HTMLElement> {
  router = openLedger({ path, declared, routes: brought });
  const bar = await screen.findByRole('banner');
  const field = within(bar).getByRole('combobox', { name: 'Search the ledger' });
  act(() => field.focus());
  if (text !== '') {
    await within(bar).findByText(/^A transaction ID/);
    fireEvent.input(field, { target: { value: text } });
  }
  return field;
}

const enter = (field: HTMLElement) => {
  const isFree = fireEvent.keyDown(field, { key: 'Enter' });
  if (isFree) fireEvent.submit(field);
};

describe('the search of the bar', () => {
  it('suggests what a text may mean, by kind, with the text marked', async () => {
    const field = await search('ada');
    const list = await screen.findByRole('listbox', { name: 'Suggestions' });
    await within(list).findByRole('group', { name: 'People' });
    const shown = within(list)
      .getAllByRole('group')
      .map((group) => ({
        name: group.getAttribute('aria-label'),
        options: within(group)
          .getAllByRole('option')
          .map((option) => [option.textContent, option.getAttribute('href')]),
      }));
    expect(shown).toEqual([
      { name: 'People', options: [['Ada ⟨U+202E⟩AshUser, Checker', '/user/ada']] },
      {
        name: 'Transactions',
        options: [
          ['ADA-77Credential from North College to Ada Ash', '/tx/asset-7'],
          ['Search all transactions for “ada”', '/all?q=ada'],
        ],
      },
    ]);
    expect([...list.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
      'Ada',
      'ADA',
      'ada',
    ]);
    expect(field.getAttribute('aria-expanded')).toBe('true');
    expect(field.getAttribute('aria-controls')).toBe(list.id);
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      '2 suggestions',
    );
  });

  it('names once whom the text is both the id and the name of, and by the id who has no name', async () => {
    const kinds = ['creator'];
    answer = () =>
      good({
        exact: { to: 'party', kind: 'creator', id: 'acme' },
        parties: [
          { id: 'acme', name: 'Acme', kinds },
          { id: 'acme-2', name: ' ', kinds },
        ],
        transfers: [],
      });
    await search('acme');
    await screen.findByRole('group', { name: 'People' });
    const options = screen.getAllByRole('option').map((option) => option.textContent);
    expect(options).toEqual(['acmeCreator', 'acme-2Creator', 'Search all transactions for “acme”']);
  });

  it('has the name of whom the text is the id of', async () => {
    answer = () =>
      good({
        exact: { to: 'party', kind: 'user', id: 'ada' },
        parties: [{ id: 'ada', name: 'Ada Ash', kinds: ['user'] }],
        transfers: [],
      });
    await search('ada');
    await screen.findByRole('group', { name: 'People' });
    const options = screen.getAllByRole('option').map((option) => option.textContent);
    expect(options).toEqual(['adaUser', 'Ada AshUser', 'Search all transactions for “ada”']);
  });

  it('leads to each of several with one transaction id', async () => {
    answer = () => good({ ...found, transfers: [row, { ...row, item: 'asset-6' }] });
    await search('ada');
    const options = await screen.findAllByRole('option', { name: /North College/ });
    const paths = options.map((option) => option.getAttribute('href'));
    expect(paths).toEqual(['/tx/asset-7', '/tx/asset-6']);
  });

  it('is led through by arrows, and Enter opens what is chosen', async () => {
    const field = await search('ada');
    await screen.findByRole('option', { name: /North College/ });
    const chosen = () => field.getAttribute('aria-activedescendant');
    expect(chosen()).toBeNull();
    fireEvent.keyDown(field, { key: 'ArrowUp' });
    expect(document.getElementById(chosen() ?? '')?.textContent).toMatch(
      /^Search all transactions/,
    );
    fireEvent.keyDown(field, { key: 'ArrowUp' });
    expect(document.getElementById(chosen() ?? '')?.getAttribute('aria-selected')).toBe('true');
    enter(field);
    await waitFor(() => expect(location.pathname).toBe('/tx/asset-7'));
    expect(field).toHaveProperty('value', '');
  });

  it('asks once for what is typed in one go, and gives up what nobody waits for', async () => {
    const field = await search('a');
    for (const value of ['ad', 'ada']) fireEvent.input(field, { target: { value } });
    await screen.findByRole('option', { name: /North College/ });
    expect(asked).toEqual(['ada']);
  });

  it('closes at Escape, then empties, then is left', async () => {
    const field = await search('ada');
    await screen.findByRole('option', { name: /North College/ });
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(field.getAttribute('aria-expanded')).toBe('false');
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(field).toHaveProperty('value', '');
    expect(document.activeElement).toBe(field);
  });

  it.each([
    ['b84020c6', { to: 'transfer', item: 'x', trxn: 'B84020C6' }, '/tx/x'],
    ['asset/7', { to: 'transfer', item: 'asset/7', trxn: null }, '/tx/asset%2F7'],
    ['ada', { to: 'party', kind: 'user', id: 'ada' }, '/user/ada'],
  ])('opens %s at once at Enter, since that is an id', async (text, exact, path) => {
    answer = () => good({ ...nothing, exact });
    enter(await search(text));
    await waitFor(() => expect(location.pathname).toBe(path));
  });

  it.each([
    ['opens the only one who has it', ['bo'], '/user/bo'],
    ['lists several who have it', ['bo', 'bo-2'], '/all?q=bo+birch'],
  ])('takes a name at Enter and %s', async (_what, ids, path) => {
    const parties = ids.map((id) => ({ id, name: 'Bo Birch', kinds: ['user'] }));
    answer = () => good({ ...nothing, parties });
    enter(await search('bo birch'));
    await waitFor(() => expect(location.pathname + location.search).toBe(path));
  });

  it.each([
    ['nothing has it as its id', () => good(found)],
    ['the service fails', () => new Response('', { status: 500 })],
    ['the service is not reached', () => Promise.reject(new TypeError('gone'))],
  ])('leads to the list at Enter where %s', async (_why, answers) => {
    answer = answers;
    enter(await search('a & b'));
    await waitFor(() => expect(location.pathname + location.search).toBe('/all?q=a+%26+b'));
  });

  it('shows the list where it is already, and closes what it suggested', async () => {
    answer = () => good(nothing);
    const field = await search('ada');
    enter(field);
    await waitFor(() => expect(location.search).toBe('?q=ada'));
    expect(document.activeElement).toBe(screen.getByRole('main'));
    expect(field.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByText(/^A transaction ID/)?.closest('[hidden]')).not.toBeNull();
  });

  it('leads on who searched while a page was loaded', async () => {
    const { promise: page, resolve: load } = Promise.withResolvers<null>();
    const { promise, resolve } = Promise.withResolvers<Response>();
    answer = () => promise;
    const slow = { ...routes, '/user/:id': { Component: Page, loader: () => page } };
    const field = await search('ada', '/all', slow);
    await act(async () => void router.navigate('/user/bo'));
    enter(field);
    await waitFor(() => expect(asked).toContain('ada'));
    await act(async () => load(null));
    await waitFor(() => expect(location.pathname).toBe('/user/bo'));
    await act(async () => resolve(good(nothing)));
    await waitFor(() => expect(location.pathname + location.search).toBe('/all?q=ada'));
  });

  it('leads nobody away who has gone somewhere else meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    answer = () => promise;
    const field = await search('ada');
    enter(field);
    await waitFor(() => expect(asked).toContain('ada'));
    await act(() => router.navigate('/user/bo'));
    await act(async () => resolve(good(found)));
    await act(async () => new Promise((passed) => setImmediate(passed)));
    expect(location.pathname).toBe('/user/bo');
  });

  it('says so where there are no suggestions to be had', async () => {
    answer = () => new Response('', { status: 500 });
    await search('ada');
    expect(await screen.findByText(/^Suggestions could not be loaded/)).toBeDefined();
  });

  it('is not there where no page lists what would be found', async () => {
    openLedger({ path: '/user/ada', declared: declared.slice(1), routes });
    await screen.findByText('A page');
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});

describe('the key /', () => {
  const press = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: '/' });

  it('leads to the search from anywhere, but from where somebody writes', async () => {
    const field = await search('');
    act(() => field.blur());
    press();
    expect(document.activeElement).toBe(field);
    expect(press()).toBe(true);
  });

  it('is undone by Escape, which leads back to where somebody was', async () => {
    const field = await search('');
    await screen.findByText(/^A transaction ID/);
    const link = within(screen.getByRole('main')).getByText('A page');
    link.tabIndex = 0;
    act(() => link.focus());
    press();
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(document.activeElement).toBe(link);
    act(() => field.focus());
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(document.activeElement).toBe(document.body);
  });

  it('is left to who has switched it off', async () => {
    const field = await search('');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Press / to search' }));
    act(() => field.blur());
    press();
    expect(document.activeElement).not.toBe(field);
  });
});

describe('Not Found', () => {
  it('says what may have been meant, and has a search', async () => {
    openLedger({ path: '/nowhere/Ada%20A', declared, routes });
    const list = await screen.findByRole('region', { name: 'Did you mean one of these?' });
    expect(asked).toEqual(['Ada A']);
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/user/ada', '/tx/asset-7']);
    const main = screen.getByRole('main');
    expect(within(main).getByRole('combobox')).toBeDefined();
  });

  it('has only the search where nothing may have been meant', async () => {
    answer = () => good(nothing);
    openLedger({ path: '/nowhere/zzz', declared, routes });
    const main = await screen.findByRole('main', { name: 'Not Found' });
    await waitFor(() => expect(asked).toEqual(['zzz']));
    expect(within(main).queryByRole('region')).toBeNull();
    expect(within(main).getByRole('combobox')).toBeDefined();
  });
});
