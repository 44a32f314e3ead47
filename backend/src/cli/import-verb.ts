import { resolve } from 'node:path';
import { counted, fail, grouped, type Io } from '@tallystick/terminal/io';
import { createProgressDisplay } from '@tallystick/terminal/progress';
import { type BulkWatcher, importInBulk } from '../import/bulk-import.ts';
import { type ImportReport, importLines } from '../import/import-lines.ts';
import { openFile, openStream, type SourceResult } from '../import/source.ts';
import { storeTarget } from '../import/target.ts';
import type { Counts } from '../ledger/counts.ts';
import type { LedgerEnvironment } from '../settings/ledger-environment.ts';
import { openStore } from '../store/store.ts';

/** `import FILE`. Returns the exit code: 0 all recorded, 2 lines were skipped, 1 did not finish, 130 stopped. */
export async function importVerb(
  { file, bulk }: { file: string; bulk: boolean },
  io: Io<LedgerEnvironment>,
): Promise<number> {
  const input = await openInput(file, io);
  if (!input.ok) return fail(input.problem);
  const { source } = input;
  const opened = await openStore(io.environment);
  if (!opened.ok) return fail(opened.problem);
  const { value: store } = opened;

  const display = createProgressDisplay(process.stderr);
  const watcher: BulkWatcher = {
    signal: io.signal,
    onBad: ({ line, reason }) => display.note(`line ${line}: ${reason}`),
    onProgress: ({ parties, transfers }) =>
      display.update({
        records: total(parties) + total(transfers),
        share: source.size === undefined ? undefined : source.bytesRead() / source.size,
      }),
    onStage: (stage) => display.note(`${display.took()}: ${stage} …`),
  };
  const { report, problem } = bulk
    ? await importInBulk(store, source.lines, watcher)
    : await importLines(source.lines, storeTarget(store), watcher);
  display.end();
  await store.close();

  io.print(`${summary(report)} (${display.took()})`);
  if (report.bad > 0) {
    console.error(`${counted(report.bad, 'line was', 'lines were')} skipped.`);
  }
  if (problem === undefined) return report.bad > 0 ? 2 : 0;
  const kept = bulk
    ? 'Nothing of it is kept.'
    : `What was read up to line ${grouped(report.lines)} is kept; run it again to go on.`;
  fail(`${problem.replace(/\.?$/, '.')} ${kept}`);
  return io.signal.aborted ? 130 : 1;
}

/** `10,672 parties and 35,592 transfers read: 46,264 new, 0 changed, 0 as they were.` */
function summary({ parties, transfers }: ImportReport): string {
  const read = `${counted(total(parties), 'party', 'parties')} and ${counted(total(transfers), 'transfer', 'transfers')} read`;
  const sum = (part: keyof Counts) => grouped(parties[part] + transfers[part]);
  return `${read}: ${sum('inserted')} new, ${sum('updated')} changed, ${sum('unchanged')} as they were.`;
}

async function openInput(
  file: string,
  { folder, signal }: Pick<Io, 'folder' | 'signal'>,
): Promise<SourceResult> {
  if (file !== '-') return openFile(resolve(folder, file));
  signal.addEventListener('abort', () => process.stdin.destroy());
  return { ok: true, source: openStream(process.stdin, 'The input') };
}

const total = ({ inserted, updated, unchanged }: Counts) => inserted + updated + unchanged;
