import { lineOf } from '@tallystick/store/error-code';
import { counted, fail, grouped, type Io } from '@tallystick/terminal/io';
import { createProgressDisplay } from '@tallystick/terminal/progress';
import type { Stage } from '../doctor/examination.ts';
import { examineStep, firstStage } from '../doctor/examine-step.ts';
import { openToLook } from '../store/open-to-look.ts';
import type { LedgerVerb } from './ledger-verb.ts';

/** Lines of what was found that are printed; the others are counted. */
const maxPrinted = 1_000;

/** `doctor`. */
export const doctorVerb: LedgerVerb = {
  name: 'doctor',
  summary: 'read all that is kept, and say what does not fit',
  about: `Reads every row of every table, holds each party and transfer against its checksum, and counts
again what is counted: transfers by day, form and status, in all and of each party. It changes
nothing. What does not fit is named on standard output, a line each, with the ids of the rows.

  the table transfer cannot be read in block 12 of 900: invalid page …      the disk, or its file
  transfer t-1 does not fit its checksum            it was changed, and not by an import
  2016-01-25, asset, status 6: 12 transfers are there, 13 are counted       one is lost

  searches may miss transfers of user u-1 by its new name, until …
                                                    nothing is lost; import any line
  transfer .. b8 has an id that no address can hold
                                                    it is whole; search for it, or open it by b8
  transfer t-1 is dated after the year 9999         it is whole; nothing to do

Else put back a backup, or begin anew and import again; in docs/operations.md, "When the ledger is
damaged".

Exit code: 0 all is whole, 2 something does not fit, 1 there is no ledger, it is of an older
program, or could not be read to the end, 130 Ctrl-C.`,
  looks: true,
  prepare: () => ({ ok: true, value: examine }),
};

/** Returns the exit code of `doctor`. */
export async function examine({ environment, print, signal }: Io): Promise<number> {
  const opened = await openToLook(environment);
  if (!opened.ok) return fail(opened.problem);
  const { value: store } = opened;
  const display = createProgressDisplay(process.stderr);
  let rows = 0;
  let found = 0;
  let printed = 0;
  try {
    for (let at: Stage | null = firstStage; at !== null && !signal.aborted; ) {
      const step = await examineStep(store, at);
      rows += step.rows;
      found += step.findings.length;
      for (const line of [...step.findings, ...step.notes]) {
        printed += 1;
        if (printed > maxPrinted) continue;
        display.end();
        print(line);
      }
      display.update({ records: rows, share: step.share });
      at = step.next;
    }
  } catch (error) {
    display.end();
    return fail(lineOf(error));
  } finally {
    await store.close();
  }
  display.end();
  if (signal.aborted) return 130;
  const read = `${counted(rows, 'row', 'rows')} read (${display.took()})`;
  if (printed > maxPrinted) print(`… and ${grouped(printed - maxPrinted)} more.`);
  if (found === 0) {
    print(`The ledger is whole: ${read}.`);
    return 0;
  }
  print(`The ledger is not whole: ${counted(found, 'thing does', 'things do')} not fit, ${read}.`);
  print('What to do: docs/operations.md, "When the ledger is damaged".');
  return 2;
}
