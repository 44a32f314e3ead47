import { importLines } from '@tallystick/backend/src/import/import-lines.ts';
import { openFile } from '@tallystick/backend/src/import/source.ts';
import { storeTarget } from '@tallystick/backend/src/import/target.ts';
import type { Store } from '@tallystick/backend/src/store/store.ts';
import { insertBare, prepareInserts } from './bare-inserts.ts';
import type { FreshStores } from './fresh-store.ts';
import { type Measure, median, timed } from './measures.ts';

const rounds = 3;
const least = 0.6;

/** Imports a file into a store as the command does. Returns the number of its records. */
export async function importFile(store: Store, path: string): Promise<number> {
  const opened = await openFile(path);
  if (!opened.ok) throw new Error(opened.problem);
  const { report, problem } = await importLines(opened.source.lines, storeTarget(store));
  if (problem !== undefined) throw new Error(problem);
  if (report.bad > 0) throw new Error(`${path} has lines that cannot be recorded.`);
  const { parties, transfers } = report;
  return parties.inserted + parties.updated + transfers.inserted + transfers.updated;
}

/**
 * The rate of an import, from the packed file to the last commit with tallies and events, against
 * bare inserts of its parties and transfers alone, read and prepared beforehand. Each round has
 * fresh stores.
 */
export async function measureImport(stores: FreshStores, path: string): Promise<Measure> {
  const whole: number[] = [];
  const bare: number[] = [];
  let records = 0;
  for (let round = 0; round < rounds; round += 1) {
    const imported = await stores.open();
    whole.push(
      await timed(async () => {
        records = await importFile(imported, path);
      }),
    );
    const inserts = await prepareInserts(imported);
    await imported.close();
    const inserted = await stores.open();
    bare.push(await timed(() => insertBare(inserted, inserts)));
    await inserted.close();
  }
  const rate = (times: readonly number[]) => (records / median(times)) * 1_000;
  const perSecond = (n: number) => `${Math.round(n).toLocaleString('en-US')} records/s`;
  return {
    name: 'import',
    figure: perSecond(rate(whole)),
    peer: `bare inserts ${perSecond(rate(bare))}`,
    ratio: median(bare.map((time, round) => time / (whole[round] ?? Number.NaN))),
    limit: { least },
  };
}
