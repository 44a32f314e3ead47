import { resolve } from 'node:path';
import type { ReadWords } from '@tallystick/command-line/verb';
import { type Result, refused } from '@tallystick/contract/result';
import { counted, fail, grouped, type Io } from '@tallystick/terminal/io';
import { createProgressDisplay } from '@tallystick/terminal/progress';
import { type BulkWatcher, importInBulk } from '../import/bulk-import.ts';
import { type ImportReport, importLines } from '../import/import-lines.ts';
import { openFile, openStream, type Source } from '../import/source.ts';
import { storeTarget } from '../import/target.ts';
import type { Counts } from '../ledger/counts.ts';
import type { LedgerEnvironment } from '../settings/ledger-environment.ts';
import { openStore } from '../store/store.ts';
import type { LedgerVerb } from './ledger-verb.ts';

/** `import FILE`. */
export const importVerb: LedgerVerb = {
  name: 'import',
  takes: 'FILE',
  summary: 'record parties and transfers from a file',
  about: `Records the parties and transfers of FILE, one JSON object a line, gzip or not; - reads from a
pipe.

  {"record":"party","kind":"creator","id":"nwu-114","name":"Northwind University"}
  {"record":"party","kind":"user","id":"usr-20931","name":"Amara Okafor"}
  {"record":"transfer","item":"t-1","trxn":"b84020c6ad84","stat":6,
   "feat":{"form":"asset","sort":"transfer"},"crts":1453684324000,"cred":"nwu-114",
   "debt":"usr-20931",
   "vars":[{"name":"degree","memo":"Title as awarded","data":"BSc Physics"}]}     (on one line)

  kind   user, creator, consumer or checker        stat   0 to 9
  form   asset (cred is a creator) or              crts   created, milliseconds since 1970
         data (cred is a consumer or a checker)    vars   shown while stat is 6
  data   text, a number, true, false or null; a whole number that would lose digits, such as
         9007199254740993, cannot be recorded: write it as text

An id has 1 to 200 characters, but is not "." or "..": no address can hold them. A transfer is
created before the year 10000.

A party comes before the transfers that name it. A party is known by kind and id, a transfer by
item: what is there as it is stays, what differs is changed. So an import that was interrupted is
simply run again. A transfer without vars keeps those that it has: an exported file leaves them out
where they may not be read. A line that cannot be recorded is named on stderr and skipped.

--bulk fills an empty ledger, six times as fast or more: rows first, then counts and indices, all
or nothing. It is for files that name each transfer once and each party by one name. No ledger
service may run meanwhile. Interrupted, it has to begin again, and the ledger is as empty as
before.

Exit code: 0 all recorded, 2 some lines were skipped, 1 it could not run to the end, 130 Ctrl-C.`,
  options: { bulk: { about: 'into an empty ledger, all or nothing' } },
  examples: [
    ['import ledger.ndjson.gz', ''],
    ['import -', 'from a pipe, such as that of curl https://example.org/ledger.ndjson'],
  ],
  prepare: (read) => {
    const what = readImport(read);
    return what.ok ? { ok: true, value: (io) => importFile(what.value, io) } : what;
  },
};

/** What is to be imported, and how. */
interface Import {
  /** `-`: standard input. */
  file: string;
  bulk: boolean;
}

/** What its words say; `problem` is one line. */
export function readImport({ words, flag }: Pick<ReadWords, 'words' | 'flag'>): Result<Import> {
  const [file, ...others] = words;
  if (file === undefined) return refused('import needs a FILE, or - to read from a pipe.');
  if (others.length > 0) return refused('import takes one FILE at a time.');
  return { ok: true, value: { file, bulk: flag('bulk') } };
}

async function importFile({ file, bulk }: Import, io: Io<LedgerEnvironment>): Promise<number> {
  const input = await openInput(file, io);
  if (!input.ok) return fail(input.problem);
  const { value: source } = input;
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

/** `10,672 parties and 35,592 transfers read: 46,264 new, 0 changed, 0 unchanged.` */
function summary({ parties, transfers }: ImportReport): string {
  const read = `${counted(total(parties), 'party', 'parties')} and ${counted(total(transfers), 'transfer', 'transfers')} read`;
  const sum = (part: keyof Counts) => grouped(parties[part] + transfers[part]);
  return `${read}: ${sum('inserted')} new, ${sum('updated')} changed, ${sum('unchanged')} unchanged.`;
}

async function openInput(
  file: string,
  { folder, signal }: Pick<Io, 'folder' | 'signal'>,
): Promise<Result<Source>> {
  if (file !== '-') return openFile(resolve(folder, file));
  signal.addEventListener('abort', () => process.stdin.destroy());
  return { ok: true, value: openStream(process.stdin, 'The input') };
}

const total = ({ inserted, updated, unchanged }: Counts) => inserted + updated + unchanged;
