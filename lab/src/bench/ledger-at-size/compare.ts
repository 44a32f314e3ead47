import type { Store } from '@tallystick/backend/src/store/store.ts';
import { byTurns, inWords, type Times, untimed } from '../../measures/by-turns.ts';
import { compared, inUnits, type Measure } from '../../measures/measures.ts';
import type { Asked } from '../../servers/asked-service.ts';
import { firstPage } from './calls.ts';
import type { Call, Page } from './pages.ts';

const limits = { median: 3, p95: 6, call: 3 } as const;

/** What the service asks of the store for a page, against the bare statement for the same rows. */
export async function comparePage(
  { name, path, data, findBare }: Page,
  store: Store,
  service: Asked,
): Promise<Measure[]> {
  const { values, ...statement } = await findBare();
  const [call = untimed, own = untimed, peer = untimed] = await byTurns([
    () => service.ask(path, data),
    await service.statementsOf(path, data),
    () => store.query(statement, values),
  ]);
  console.error(`${name}: ${inWords(own)}; by key ${inWords(peer)}; the call ${inWords(call)}`);
  return [
    against(name, own, peer, 'median', limits.median),
    against(`${name}, p95`, own, peer, 'p95', limits.p95),
  ];
}

/** A call against page 1 of everything, over HTTP. */
export async function compareCall({ name, path, data }: Call, service: Asked): Promise<Measure[]> {
  const [call = untimed, page = untimed] = await byTurns([
    () => service.ask(path, data),
    () => service.ask(firstPage.path, firstPage.data),
  ]);
  console.error(`${name}: ${inWords(call)}; page 1 ${inWords(page)}`);
  return [against(name, call, page, 'median', limits.call)];
}

/** What cannot be measured has missed its limit: the service gives up after ten seconds. */
export async function orProblem(name: string, comparing: Promise<Measure[]>): Promise<Measure[]> {
  try {
    return await comparing;
  } catch (error) {
    const figure = error instanceof Error ? error.message : String(error);
    console.error(`${name}: ${figure}`);
    return [
      { name, figure, peer: '', ratio: Number.POSITIVE_INFINITY, limit: { max: limits.call } },
    ];
  }
}

const against = (name: string, mine: Times, peer: Times, by: keyof Times, max: number) =>
  compared(name, inUnits('ms', 2), mine[by], ['', peer[by]], { max });
