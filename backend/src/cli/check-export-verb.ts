import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Result, refused } from '@tallystick/contract/result';
import { writeWhole } from '@tallystick/settings/write-whole';
import { lineOf } from '@tallystick/store/error-code';
import { counted, fail, type Io } from '@tallystick/terminal/io';
import type { NoteSigner } from '@tallystick/tile-log/note';
import { parseVerifierKey, verifierKey } from '@tallystick/tile-log/verifier-key';
import { openFile } from '../import/source.ts';
import { checkExport } from '../records/check-export.ts';
import type { LedgerVerb } from './ledger-verb.ts';

/** Lines of what was found that are printed; the others are counted. */
const maxPrinted = 1_000;

interface Asked {
  file: string;
  key: NoteSigner | null;
  since: string | undefined;
}

/** `check-export FILE`. */
export const checkExportVerb: LedgerVerb = {
  name: 'check-export',
  takes: 'FILE',
  summary: 'check an export against the log of records',
  about: `Reads an export with proofs, gzip or not, and needs no ledger: anybody may check it. Each transfer
must be as it was recorded, and each entry of the log must be accounted for. So it finds a transfer
that was changed, removed or put in past the ledger service, by whoever owns the database.

  curl -d '{"data":{"list":"all","format":"proofs"}}' -H 'content-type: application/json' \\
    -H "authorization: $TOKEN" https://ledger.example/transfers/export > all.ndjson

Without --key it takes the key that the file names, and prints it: whoever makes a file can name
another. --since finds a log whose end was cut off, or that was begun anew.

Names of parties are not covered: a party may be renamed, or its name forgotten.

Exit code: 0 all is as it was recorded, 2 something is not, 1 the file cannot be read.`,
  looks: true,
  options: {
    key: { value: 'KEY', about: "the log's verifier key: name+hash+key" },
    since: { value: 'FILE', about: 'where the last checkpoint is kept; made by the first look' },
  },
  examples: [['check-export all.ndjson --since records.checkpoint', '']],
  prepare: ({ words: [file, ...others], text }) => {
    if (file === undefined || others.length > 0) return refused('check-export needs one FILE.');
    const asked = text('key');
    const key = asked === undefined ? null : parseVerifierKey(asked);
    if (asked !== undefined && key === null) return refused(`--key ${asked} is no verifier key.`);
    return { ok: true, value: (io) => check({ file, key, since: text('since') }, io) };
  },
};

async function check({ file, key, since }: Asked, { folder, print }: Io): Promise<number> {
  const opened = await openFile(resolve(folder, file));
  if (!opened.ok) return fail(opened.problem);
  const place = since === undefined ? null : resolve(folder, since);
  const kept = await readKept(place);
  if (!kept.ok) return fail(kept.problem);
  try {
    const checked = await checkExport(opened.value.lines, { key, kept: kept.value });
    const { problems, transfers, entries, checkpoint } = checked;
    for (const problem of problems.slice(0, maxPrinted)) print(problem);
    if (problems.length > maxPrinted) print(`… and ${problems.length - maxPrinted} more.`);
    const read = `${counted(transfers, 'transfer', 'transfers')}, ${counted(entries, 'entry', 'entries')} of the record`;
    print(
      problems.length === 0
        ? `All is as it was recorded: ${read}.`
        : `Not all is as it was recorded: ${counted(problems.length, 'thing', 'things')}; ${read}.`,
    );
    if (key === null && checked.key !== null) {
      print(`key ${verifierKey(checked.key)}`);
      print(
        'This key is as the file says: compare it with one from elsewhere, and give it as --key.',
      );
    }
    if (place !== null && checkpoint !== null) await writeWhole(place, checkpoint);
    return problems.length === 0 ? 0 : 2;
  } catch (error) {
    return fail(lineOf(error));
  }
}

async function readKept(place: string | null): Promise<Result<string | null>> {
  if (place === null) return { ok: true, value: null };
  try {
    return { ok: true, value: await readFile(place, 'utf8') };
  } catch (error) {
    const isNew = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isNew ? { ok: true, value: null } : refused(`${place}: ${lineOf(error)}`);
  }
}
