import { join } from 'node:path';
import { configureSite, type Site } from '@tallystick/site/configure-site';
import { loadSite } from '@tallystick/site/load-site';
import { openTestApi, type TestApi } from '@tallystick/site/test-api.testing';

const loaded = await loadSite(join(import.meta.dirname, '../..'));

/** The ledger's site as these variables configure it. */
export function ledgerSite(variables: Record<string, string>, siteUrl = 'http://localhost:4000') {
  if (!loaded.ok) throw new Error(loaded.problem);
  return configureSite(loaded.value, variables, {
    siteUrl,
    productName: 'Tally </script><b>',
  });
}

type Data = Readonly<Record<string, unknown>>;
/** What the ledger service answers to a call with this data. */
export type LedgerAnswer = (path: string, data: Data) => ReturnType<TestApi['answer']>;

/** A ledger service of a test, and a site that asks it. */
export interface TestLedger extends Pick<TestApi, 'url' | 'asked' | 'close'> {
  readonly site: Site;
  answer: LedgerAnswer;
}

export async function openTestLedger(answer: LedgerAnswer): Promise<TestLedger> {
  const api = await openTestApi((path, body) => ledger.answer(path, dataOf(body)));
  const configured = ledgerSite({ LEDGER_URL: api.url });
  if (!configured.ok) throw new Error(configured.problem);
  const { url, asked, close } = api;
  const ledger: TestLedger = { url, asked, close, site: configured.value, answer };
  return ledger;
}

const dataOf = ({ data }: Data): Data =>
  typeof data === 'object' && data !== null ? { ...data } : {};

/** A transfer as `transfers/details` has it. */
export const transfer = {
  item: 'asset-23',
  trxn: 'B84020C6',
  status: 6,
  created: Date.UTC(2016, 0, 25, 1, 12, 4),
  feat: { form: 'asset', sort: 'transfer' },
  credit: { name: 'North "College" <b>', item: 'north-college', kind: 'creator' },
  debit: { name: 'Ada \u202eLovelace & Co', item: 'ada', kind: 'user' },
};

/** What the remote `mfe-note` declares in these tests. */
export const declared = {
  routes: [
    { path: '/', page: 'Home', layout: { media: { data: { title: 'All', text: 'All of it.' } } } },
    { path: '/lists', page: 'Lists', description: 'All "lists" there are.' },
    { path: '/tx/:id', page: 'Transaction', about: 'transfer' },
    { path: '/ax/:id', page: 'Transaction', about: 'transfer' },
    { path: '/user/:id', page: 'User', about: 'user' },
    { path: '/checker/:id', page: 'Checker', about: 'checker' },
    { path: '/notes/:id', page: 'Notes' },
    { path: '/notes/:id/parts/:part', page: 'Part' },
  ],
};

/** A summary of that many transfers. */
export const summary = (count: number) => ({
  count,
  first: count === 0 ? null : 1_453_684_324_000,
  last: count === 0 ? null : 1_453_684_324_000,
  forms: { asset: count, data: 0 },
  statuses: [0, 0, 0, 0, 0, 0, count, 0, 0, 0],
  sequence: 0,
});
