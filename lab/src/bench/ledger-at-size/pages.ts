import { pageSize } from '@tallystick/backend/src/addresses/addresses.ts';
import { namedRows } from '@tallystick/backend/src/ledger/transfer-row.ts';
import type { Store } from '@tallystick/backend/src/store/store.ts';
import { columns } from '@tallystick/backend/src/transfers/listed-rows.ts';
import {
  newestFirst,
  rowsWhere,
  selectionOf,
  statementValues,
} from '@tallystick/backend/src/transfers/selection.ts';
import { listTransfers } from '@tallystick/backend/src/transfers/transfer-list.ts';
import type { ExportList } from '@tallystick/shared/contracts/export';
import type { ListFilters } from '@tallystick/shared/contracts/list-filters';
import type { Statement } from '@tallystick/store/connections';
import { greatDay, partiesOf, partyId } from '../../servers/made-ledger.ts';

export const items = 10;

/** Something that the service is asked for. */
export interface Call {
  name: string;
  path: string;
  data: Record<string, unknown>;
}

/** What the service is asked for, such as a page of a list, and how the same rows are found by SQL alone. */
export interface Page extends Call {
  /** Finds the bare statement for the same rows. */
  findBare(): Promise<BareStatement>;
}

type BareStatement = Statement & { values: unknown[] };

interface List {
  name: string;
  list: ExportList;
  party?: string;
  filters?: ListFilters;
  /** Shares of the list that come before a page. */
  at?: number[];
}

const paths: Record<ExportList, string> = {
  all: 'transfers/list/latest',
  assets: 'assets/list/data',
  creator: 'transfers/list/creator',
  consumer: 'transfers/list/consumer',
  user: 'transfers/list/user',
};

/** The lists that are read, each at its first, 100th, middle and last page. */
const lists = (transfers: number): List[] => {
  const last = (kind: 'creator' | 'user') => partyId(kind, partiesOf(kind, transfers));
  return [
    { name: 'everything', list: 'all', at: [0.35] },
    { name: 'assets', list: 'assets' },
    { name: 'busiest creator', list: 'creator', party: partyId('creator', 1) },
    { name: 'busiest user', list: 'user', party: partyId('user', 1) },
    { name: 'quiet creator', list: 'creator', party: last('creator') },
    { name: 'quiet user', list: 'user', party: last('user') },
    { name: 'the great day', list: 'all', filters: { from: greatDay, to: greatDay } },
  ];
};

/** All pages that are asked for, of a ledger of so many transfers; at last those of addresses. */
export async function* pages(store: Store, transfers: number): AsyncGenerator<Page> {
  for (const { name, list, party, filters, at = [] } of lists(transfers)) {
    const query = { list, items, ...(party && { party }), ...(filters && { filters }) };
    const { count } = await listTransfers(store, { ...query, index: 1 });
    const last = Math.ceil(count / items);
    const wanted = [
      1,
      100,
      Math.ceil(last / 2),
      ...at.map((share) => Math.ceil(last * share)),
      last,
    ];
    const indices = [...new Set(wanted)].filter((index) => index >= 1 && index <= last);
    for (const index of indices) {
      const data = { index, items, ...(party && { user: party }), ...(filters && { filters }) };
      const page = `${name}, page ${index.toLocaleString('en-US')} of ${last.toLocaleString('en-US')}`;
      yield {
        name: page,
        path: paths[list],
        data,
        findBare: () => bareStatement(store, { ...query, index }),
      };
    }
  }
  yield* addressPages(store, transfers);
}

/** Pages of addresses, which have thousands of rows. */
function addressPages(store: Store, transfers: number): Page[] {
  const last = Math.ceil(transfers / pageSize);
  return [1, Math.ceil(last / 2), last].map((page) => ({
    name: `addresses, page ${page.toLocaleString('en-US')} of ${last.toLocaleString('en-US')}`,
    path: 'transfers/addresses',
    data: { page },
    async findBare() {
      const query = { list: 'all', items: 1, index: transfers - (page - 1) * pageSize } as const;
      const { list } = await listTransfers(store, query);
      const text = `
        select coalesce(trxn, item) as id, crts from transfer
        where (crts, item) >= ($1::bigint, $2) order by crts, item limit ${pageSize}`;
      return { name: 'bare addresses', text, values: [list[0]?.crts, list[0]?.item] };
    },
  }));
}

/** Reads the page by the key of its first row, which nobody has who asks for a page number. */
async function bareStatement(
  store: Store,
  query: Parameters<typeof listTransfers>[1],
): Promise<BareStatement> {
  const { list } = await listTransfers(store, query);
  const [first] = list;
  const selection = selectionOf(query.list, query.party ?? '', query.filters);
  if (!first || !selection) throw new Error('The page is empty.');
  const { values, add } = statementValues();
  const rows = `
    select ${columns} from transfer
    where ${rowsWhere(selection, add)}
      and (crts, item) <= (${add(first.crts)}::bigint, ${add(first.item)})
    ${newestFirst} limit ${items}`;
  const name = `bare by ${Object.keys(selection).sort().join(' ')}`;
  return { name, text: `${namedRows(rows)} ${newestFirst}`, values };
}
