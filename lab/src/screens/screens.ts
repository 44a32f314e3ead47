import type { Page } from '@playwright/test';
import type { House } from '@tallystick/e2e/src/house/house.ts';
import { readCode } from '@tallystick/e2e/src/house/outbox.ts';
import type { Subjects } from './subjects.ts';

/** A page of the site in a state worth looking at. */
export interface Screen {
  /** Names its pictures. */
  name: string;
  path: string;
  /** What has to happen before the page is opened, or after. */
  before?: (page: Page) => Promise<unknown>;
  after?: (page: Page) => Promise<unknown>;
  /** Whether the state after `after` ends by itself: then each picture has a page of its own. */
  passes?: boolean;
}

/** Every page, in its ordinary state and in those that people hope not to see. */
export function screensOf(house: House, { asset, closed, open, checked }: Subjects): Screen[] {
  const transaction = (kind: string, { trxn, item }: { trxn: string | null; item: string }) =>
    `/${kind}/${encodeURIComponent(trxn ?? item)}`;
  const party = (kind: string, id: string) => `/${kind}/${encodeURIComponent(id)}`;
  return [
    { name: 'home', path: '/' },
    { name: 'assets', path: '/assets' },
    { name: 'transfers', path: '/transfers' },
    { name: 'transfers, page 3', path: '/transfers?page=3' },
    { name: 'transfers, a search', path: `/transfers?q=${closed.credit.item}` },
    { name: 'transfers, nothing found', path: '/transfers?q=nothing-like-it' },
    {
      name: 'transfers, filters',
      path: '/transfers?status=6,7&from=2026-01-01',
      after: async (page) => {
        await page.getByRole('button', { name: /^Filters/ }).click();
        await page.getByRole('checkbox').first().waitFor();
      },
    },
    {
      name: 'transfers, suggestions',
      path: '/api',
      after: async (page) => {
        const field = page.getByRole('combobox');
        if (!(await field.isVisible())) await page.getByRole('button', { name: 'Search' }).click();
        await field.fill('ha');
        await page.getByRole('option').first().waitFor();
      },
    },
    {
      name: 'transaction, share',
      path: transaction('tx', closed),
      after: async (page) => {
        await page.getByRole('button', { name: 'Share' }).click();
        await page.getByRole('button', { name: /Copy/ }).last().waitFor();
      },
    },
    {
      name: 'transfers, service away',
      path: '/transfers',
      before: (page) => page.route(`${house.ledgerUrl}/transfers/**`, (route) => route.abort()),
    },
    {
      name: 'transfers, first load',
      path: '/transfers',
      // Answered never: what is seen is what waits.
      before: (page) => page.route(`${house.ledgerUrl}/transfers/**`, () => {}),
    },
    { name: 'transaction, data', path: transaction('tx', closed) },
    { name: 'transaction, open', path: transaction('ux', open) },
    { name: 'transaction, credential', path: transaction('ax', asset) },
    { name: 'user', path: party('user', closed.debit.item) },
    { name: 'creator', path: party('creator', asset.credit.item) },
    { name: 'consumer', path: party('consumer', closed.credit.item) },
    { name: 'checker', path: party('checker', checked.credit.item) },
    { name: 'api', path: '/api' },
    { name: 'contact', path: '/contact' },
    { name: 'sign-in', path: '/auth' },
    { name: 'sign-in, the code', path: '/auth/mail', after: (page) => askForCode(page) },
    { name: 'sign-in, a wrong code', path: '/auth/mail', after: wrongCode },
    { name: 'account', path: '/auth/mail', after: (page) => signIn(page, house) },
    {
      name: 'sign-out',
      passes: true,
      path: '/auth/mail',
      after: async (page) => {
        await signIn(page, house);
        await page.goto('/auth/x', { waitUntil: 'commit' });
        await page.getByRole('status').filter({ hasText: 'wait' }).waitFor();
      },
    },
    { name: 'not found', path: '/no/such/page' },
    { name: 'party not found', path: '/user/nobody' },
    {
      name: 'a part missing',
      path: '/transfers',
      before: (page) => page.route('**/artifacts/mfe-ledger/**', (route) => route.abort()),
    },
    {
      name: 'shell missing',
      path: '/',
      before: (page) => page.route('**/artifacts/shell/*/main.*.js', (route) => route.abort()),
    },
    {
      name: 'transaction, on paper',
      path: transaction('tx', closed),
      after: (page) => page.emulateMedia({ media: 'print' }),
    },
  ];
}

async function askForCode(page: Page): Promise<string> {
  const email = `amara.${crypto.randomUUID().slice(0, 6)}@example.org`;
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Get OTP' }).click();
  await page.getByText('OTP sent to Your Email').waitFor();
  return email;
}

async function wrongCode(page: Page): Promise<void> {
  await askForCode(page);
  await page.getByLabel('OTP').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Failed. Please Check OTP...').waitFor();
}

async function signIn(page: Page, house: House): Promise<void> {
  const email = await askForCode(page);
  await page.getByLabel('OTP').fill(await readCode(house, email));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/auth/next');
}
