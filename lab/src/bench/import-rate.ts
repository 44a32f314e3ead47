import { importLines } from '@tallystick/backend/src/import/import-lines.ts';
import type { Line } from '@tallystick/backend/src/import/lines.ts';
import { openFile } from '@tallystick/backend/src/import/source.ts';
import { storeTarget } from '@tallystick/backend/src/import/target.ts';
import type { Store } from '@tallystick/backend/src/store/store.ts';
import { compared, type Measure, perSecond } from '../measures/measures.ts';
import { timed } from '../measures/times.ts';
import { insertBare, prepareInserts } from './bare-inserts.ts';

const rounds = 5;
const linesPerTurn = 4_000;
const minRatio = 0.6;

/**
 * The rate of an import, from the packed file to the last commit with tallies and events. It is
 * compared with bare inserts of its parties and transfers alone, read and prepared beforehand. Both
 * take turns of a few thousand records, over several rounds with fresh stores. The fastest round of
 * each turn counts, because what else the machine does can only slow it. Returns the measure, and a
 * store that holds the data.
 */
export async function measureImport(
  openFresh: () => Promise<Store>,
  path: string,
): Promise<{ measure: Measure; store: Store }> {
  const store = await openFresh();
  const records = await importInTurns(store, path, (turn) => turn());
  const inserts = await prepareInserts(store);
  const perTurn = Math.ceil((inserts.length * linesPerTurn) / records);
  const importing: number[] = [];
  const inserting: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const imported = await openFresh();
    const inserted = await openFresh();
    let turns = 0;
    await importInTurns(imported, path, async (turn) => {
      const some = inserts.slice(turns * perTurn, (turns + 1) * perTurn);
      keepFastest(importing, turns, await timed(turn));
      keepFastest(inserting, turns, await timed(() => insertBare(inserted, some)));
      turns += 1;
    });
    await imported.close();
    await inserted.close();
  }
  const rate = (times: readonly number[]) =>
    (records * 1_000) / times.reduce((all, time) => all + time, 0);
  const bare = ['bare inserts', rate(inserting)] as const;
  const limit = { min: minRatio };
  return { measure: compared('import', perSecond('records'), rate(importing), bare, limit), store };
}

function keepFastest(times: number[], turn: number, time: number): void {
  times[turn] = Math.min(times[turn] ?? Number.POSITIVE_INFINITY, time);
}

/** Imports a file as the command does, but pausing between turns. Returns the number of records. */
async function importInTurns(
  store: Store,
  path: string,
  take: (turn: () => Promise<void>) => Promise<void>,
): Promise<number> {
  const opened = await openFile(path);
  if (!opened.ok) throw new Error(opened.problem);
  const lines = opened.value.lines[Symbol.asyncIterator]();
  let records = 0;
  let ended = false;
  const some = async function* (): AsyncGenerator<Line> {
    for (let n = 0; n < linesPerTurn; n += 1) {
      const next = await lines.next();
      if (next.done) {
        ended = true;
        return;
      }
      yield next.value;
    }
  };
  while (!ended) {
    await take(async () => {
      const { report, problem } = await importLines(some(), storeTarget(store));
      if (problem !== undefined) throw new Error(problem);
      if (report.bad > 0) throw new Error(`${path} has lines that cannot be recorded.`);
      records += report.lines;
    });
  }
  return records;
}
