import type { Store } from '@tallystick/backend/src/store/store.ts';
import { byTurns, untimed } from '../measures/by-turns.ts';
import { compared, inUnits, type Measure } from '../measures/measures.ts';
import { startAsked } from '../servers/asked-service.ts';
import { type Call, items } from './ledger-at-size/pages.ts';

const maxRatio = 4;
const warmUps = 100;

/** A page over HTTP against the statement that the service runs for it, alone, by turns, in a store that holds the data. */
export async function measurePages(store: Store): Promise<Measure[]> {
  const service = await startAsked(store);
  const measures: Measure[] = [];
  for (const { name, path, data } of await pages(store)) {
    // Until what answers is compiled.
    const [http = untimed, bare = untimed] = await byTurns(
      [() => service.ask(path, data), await service.statementsOf(path, data)],
      warmUps,
    );
    const peer = ['its SQL', bare.median] as const;
    measures.push(compared(name, inUnits('ms', 2), http.median, peer, { max: maxRatio }));
  }
  await service.close();
  return measures;
}

async function pages(store: Store): Promise<Call[]> {
  const [busiest] = await store.query<{ cred: string }>(
    { text: 'select cred from transfer group by cred order by count(*) desc, cred limit 1' },
    [],
  );
  return [
    { name: 'home, page 1', path: 'transfers/list/latest', data: { index: 1, items } },
    { name: 'home, page 1,780', path: 'transfers/list/latest', data: { index: 1_780, items } },
    {
      name: 'busiest creator, page 1',
      path: 'transfers/list/creator',
      data: { user: busiest?.cred ?? '', index: 1, items },
    },
  ];
}
