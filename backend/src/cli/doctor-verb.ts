import { lineOf } from '@tallystick/store/error-code';
import { counted, fail, grouped, type Io } from '@tallystick/terminal/io';
import { createProgressDisplay } from '@tallystick/terminal/progress';
import type { Stage } from '../doctor/examination.ts';
import { examineStep, firstStage } from '../doctor/examine-step.ts';
import { openToLook } from '../store/open-to-look.ts';

/** Lines of what was found that are printed; the others are counted. */
const maxPrinted = 1_000;

/** `doctor`. Returns the exit code: 0 all is whole, 2 something does not fit, 1 did not finish, 130 stopped. */
export async function doctorVerb({ environment, print, signal }: Io): Promise<number> {
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
