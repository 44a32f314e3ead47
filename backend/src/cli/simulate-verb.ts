import { counted, fail, type Io } from '@tallystick/terminal/io';
import { createProgressDisplay } from '@tallystick/terminal/progress';
import { storeTarget } from '../import/target.ts';
import type { LedgerEnvironment } from '../settings/ledger-environment.ts';
import { type SimulateOptions, simulate } from '../simulate/simulate.ts';
import { openStore } from '../store/store.ts';

export type SimulateSettings = Pick<SimulateOptions, 'rate' | 'count' | 'seed'>;

/** `simulate`. Returns the exit code: 0 it ended as asked (also by Ctrl-C), 1 it could not go on. */
export async function simulateVerb(
  { rate, count, seed }: SimulateSettings,
  io: Io<LedgerEnvironment>,
): Promise<number> {
  const opened = await openStore(io.environment);
  if (!opened.ok) return fail(opened.problem);
  io.print(`Recording ${rate} ${rate === 1 ? 'event' : 'events'} a second. Ctrl-C ends it.`);
  const display = createProgressDisplay(process.stderr);
  const { inserted, updated, problem } = await simulate({
    target: storeTarget(opened.value),
    rate,
    signal: io.signal,
    count,
    seed,
    onProgress: (sum) => {
      const records = sum.inserted + sum.updated;
      const share = count === undefined ? undefined : records / count;
      display.update({ records, share });
    },
  });
  display.end();
  await opened.value.close();
  io.print(
    `${counted(inserted, 'new transfer', 'new transfers')} and ${counted(updated, 'update', 'updates')} in ${display.took()}.`,
  );
  return problem === undefined ? 0 : fail(problem);
}
