import type { Store } from '@tallystick/backend/src/store/store.ts';
import { greatDay, partiesOf, partyId, partyName } from '../../servers/made-ledger.ts';
import { type Call, items, type Page } from './pages.ts';

/** Page 1 of everything, with which the calls are compared. */
export const firstPage = { path: 'transfers/list/latest', data: { index: 1, items } } as const;

/** Calls whose answers are made of thousands of rows, each with the bare statement for these rows. */
export function summingCalls(): Page[] {
  const ofBusiest = (kind: 'creator' | 'user', where: string, other: string): Page => ({
    name: `counterparties of the busiest ${kind}`,
    path: 'parties/counterparties',
    data: { kind, user: partyId(kind, 1) },
    findBare: async () => ({
      name: `bare counterparties of ${kind}`,
      text: `
        select count(distinct ${other}) from (
          select ${other} from transfer where ${where} order by crts desc, item desc limit 2001
        ) as latest`,
      values: [partyId(kind, 1)],
    }),
  });
  const countedIn = (name: string, scope: string, data: Call['data']): Page => ({
    name: `activity of ${name}`,
    path: 'transfers/activity',
    data,
    findBare: async () => ({
      name: 'bare activity',
      text: 'select form, stat, sum(n) from tally where scope = $1 and n > 0 group by form, stat',
      values: [scope],
    }),
  });
  const user = partyId('user', 1);
  return [
    ofBusiest('creator', `cred = $1 and form = 'asset'`, 'debt'),
    ofBusiest('user', 'debt = $1', 'cred'),
    countedIn('everything', '', {}),
    countedIn('the busiest user', `user/${user}`, { party: { kind: 'user', user } }),
  ];
}

/** The other calls of a ledger of so many transfers. */
export async function calls(store: Store, transfers: number): Promise<Call[]> {
  const middle = Math.floor(transfers / 2);
  const [known] = await store.query<{ item: string; trxn: string }>(
    {
      text: `select item, trxn from transfer where item > $1 and trxn is not null order by item limit 1`,
    },
    [`t-${String(middle).padStart(8, '0')}`],
  );
  if (!known) throw new Error('There is no such transfer.');
  const creator = partyId('creator', 1);
  const user = partyId('user', 1);
  const quiet = partiesOf('user', transfers);
  const quietName = partyName('user', quiet);
  const filtered = (name: string, filters: Record<string, unknown>, index = 1): Call => ({
    name: `filter ${name}${index > 1 ? `, page ${index.toLocaleString('en-US')}` : ''}`,
    path: firstPage.path,
    data: { index, items, filters },
  });
  const summed = (name: string, data: Record<string, unknown>): Call => ({
    name: `summary ${name}`,
    path: 'transfers/summary',
    data,
  });
  const searched = (name: string, text: string): Call => ({
    name: `search ${name}`,
    path: 'search',
    data: { text },
  });
  const month = { from: `${greatDay.slice(0, 7)}-01`, to: `${greatDay.slice(0, 7)}-28` };
  return [
    filtered('status 3, the rarest', { stat: [3] }),
    filtered('status 6, the most frequent', { stat: [6] }),
    filtered('status 6, the most frequent', { stat: [6] }, Math.ceil((transfers * 0.4) / items)),
    filtered('four statuses', { stat: [0, 1, 3, 5] }),
    filtered('four statuses', { stat: [0, 1, 3, 5] }, Math.ceil((transfers * 0.05) / items)),
    filtered('days', month),
    filtered('credit party', { credit: creator }),
    filtered('pair', { credit: creator, debit: user }),
    filtered('form and status', { form: 'data', stat: [3] }),
    filtered('all of them', { form: 'asset', stat: [6, 7], ...month, credit: creator }),
    summed('of everything', { list: 'all' }),
    summed('of the busiest user', { list: 'user', user }),
    summed('under form and status', { list: 'all', filters: { form: 'data', stat: [3, 5] } }),
    summed('of the great day', { list: 'all', filters: { from: greatDay, to: greatDay } }),
    summed('of a pair', { list: 'creator', user: creator, filters: { debit: user } }),
    searched('by item', known.item),
    searched('by trxn in other case', known.trxn.toUpperCase()),
    searched('by beginning of a trxn', known.trxn.slice(0, 8)),
    searched('by a whole name', quietName),
    searched('by a word of names', 'University'),
    searched('by two letters', quietName.slice(0, 2)),
    {
      name: 'q of a whole trxn in everything',
      path: firstPage.path,
      data: { index: 1, items, filters: { search: known.trxn } },
    },
    { name: 'details', path: 'transfers/details', data: { item: known.item } },
    { name: 'proof', path: 'records/proof', data: { item: known.item } },
    { name: 'neighbours', path: 'transfers/neighbours', data: { item: known.item } },
  ];
}
