import type { Store } from '@tallystick/backend/src/store/store.ts';
import { startAsked } from './ledger-at-size/asked-service.ts';
import { type Measure, median, timed } from './measures.ts';

const warmUps = 100;
const requests = 400;
const maxRatio = 4;

interface Page {
  name: string;
  path: string;
  data: Record<string, unknown>;
}

/**
 * A page over HTTP against the statement that the service runs for it, alone: medians of 400 each,
 * by turns, in a store that holds the data.
 */
export async function measurePages(store: Store): Promise<Measure[]> {
  const service = await startAsked(store);
  const measures: Measure[] = [];
  for (const { name, path, data } of await pages(store)) {
    const get = () => service.ask(path, data);
    const runBare = await service.statementsOf(path, data);
    const http: number[] = [];
    const bare: number[] = [];
    for (let n = -warmUps; n < requests; n += 1) {
      const times = [await timed(get), await timed(runBare)] as const;
      if (n < 0) continue;
      http.push(times[0]);
      bare.push(times[1]);
    }
    measures.push({
      name,
      figure: `${median(http).toFixed(2)} ms`,
      peer: `its SQL ${median(bare).toFixed(2)} ms`,
      ratio: median(http) / median(bare),
      limit: { max: maxRatio },
    });
  }
  await service.close();
  return measures;
}

async function pages(store: Store): Promise<Page[]> {
  const [busiest] = await store.query<{ cred: string }>(
    { text: 'select cred from transfer group by cred order by count(*) desc, cred limit 1' },
    [],
  );
  const items = 10;
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
