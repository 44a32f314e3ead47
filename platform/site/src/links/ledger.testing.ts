import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { configuration } from '../site.testing.ts';

/** What a ledger service answers to a call: its status and body; undefined: nothing, ever. */
export type TestAnswer = (
  path: string,
  data: Readonly<Record<string, unknown>>,
  /** For which client it is made. */
  client: string,
) => { status: number; body: unknown } | undefined;

/** A ledger service of a test, on a port of its own. */
export interface TestLedger {
  /** Settings of a site that asks it. */
  configuration: typeof configuration;
  /** What it was asked for, in order. */
  asked: string[];
  answer: TestAnswer;
  close(): Promise<void>;
}

export async function openTestLedger(answer: TestAnswer): Promise<TestLedger> {
  const server: Server = createServer(async (request, response) => {
    const path = (request.url ?? '').slice(1);
    ledger.asked.push(path);
    const { data } = JSON.parse(await text(request));
    const given = ledger.answer(path, data, String(request.headers['x-forwarded-for'] ?? ''));
    if (given === undefined) return;
    response.writeHead(given.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(given.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const ledger: TestLedger = {
    configuration: { ...configuration, ledgerUrl: `http://127.0.0.1:${port}` },
    asked: [],
    answer,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return ledger;
}

export const good = (data: unknown) => ({ status: 200, body: { data } });
export const nothing = { status: 404, body: { error: 'There is no such thing.' } };

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
