import type { Store } from '@tallystick/backend/src/store/store.ts';
import { listTransfers } from '@tallystick/backend/src/transfers/transfer-list.ts';
import type { Measure } from '../../measures/measures.ts';
import { median, timed } from '../../measures/times.ts';
import { partiesOf, partyId, partyName } from '../../servers/made-ledger.ts';
import { items } from './pages.ts';

/** Milliseconds that no statement of a search may take, however long the ledger. */
const statementMs = 50;
const turns = 5;

/** The longest statement of each search of everything, which is bounded; and how long all of it takes. */
export async function measureSearches(store: Store, transfers: number): Promise<Measure[]> {
  const [known] = await store.query<{ trxn: string }>(
    { text: 'select trxn from transfer where trxn is not null limit 1' },
    [],
  );
  const quiet = partyName('user', partiesOf('user', transfers));
  const [, own = quiet] = quiet.split(' ');
  const texts = {
    'a whole trxn': known?.trxn ?? '',
    'the middle of a trxn': known?.trxn.slice(10, 17) ?? '',
    'four characters of trxns': known?.trxn.slice(10, 14) ?? '',
    'a rare name': quiet,
    'a word of some names': own,
    'a frequent word': 'University',
    'the middle of a frequent word': 'niversit',
    'two letters': quiet.slice(0, 2),
    'the beginning of many ids': partyId('user', 1).slice(0, 4),
    'the beginning of the oldest ids': 't-0000',
    'what is not there': 'nobody at all',
  };
  const measures: Measure[] = [];
  for (const [name, search] of Object.entries(texts)) {
    measures.push(await measureSearch(store, name, search));
  }
  return measures;
}

async function measureSearch(store: Store, name: string, search: string): Promise<Measure> {
  const longest: number[] = [];
  const whole: number[] = [];
  let found = '';
  for (let turn = 0; turn < turns; turn += 1) {
    const statements: number[] = [];
    const watched: Pick<Store, 'query'> = {
      query: async (statement, values) => {
        const began = performance.now();
        try {
          return await store.query(statement, values);
        } finally {
          statements.push(performance.now() - began);
        }
      },
    };
    const ask = async () => {
      const page = await listTransfers(watched, { list: 'all', index: 1, items, search });
      found = `${page.count.toLocaleString('en-US')}${page.more ? ' or more' : ''}`;
    };
    whole.push(await timed(ask));
    longest.push(Math.max(...statements));
  }
  const slowest = Math.max(...longest);
  console.error(
    `q of ${name}: ${median(whole).toFixed(0)} ms, ${found}; slowest statement of all ${slowest.toFixed(1)} ms`,
  );
  return {
    name: `q of ${name}, longest statement`,
    figure: `${median(longest).toFixed(1)} ms of ${median(whole).toFixed(0)}`,
    peer: `${statementMs} ms`,
    ratio: median(longest) / statementMs,
    limit: { max: 1 },
  };
}
