import type { ReadWords } from '@tallystick/command-line/verb';
import { type Result, refused } from '@tallystick/contract/result';
import { counted, fail, type Io } from '@tallystick/terminal/io';
import { createProgressDisplay } from '@tallystick/terminal/progress';
import { storeTarget } from '../import/target.ts';
import type { LedgerEnvironment } from '../settings/ledger-environment.ts';
import { type SimulateOptions, simulate } from '../simulate/simulate.ts';
import { openStore } from '../store/store.ts';
import type { LedgerVerb } from './ledger-verb.ts';

/** `simulate`. */
export const simulateVerb: LedgerVerb = {
  name: 'simulate',
  summary: 'record made-up transfers, as in a ledger in use',
  about: `Records made-up transfers, one after the other, until Ctrl-C: assets and data, among the parties of
the sample ledger, in all ten statuses. Some move on to further statuses. Others' transfers stay
as they are.

Exit code: 0 it ended as asked (count, or Ctrl-C), 1 it could not run or go on.`,
  options: {
    rate: { value: 'N', about: 'events a second, from 0.01 to 1000; else 2' },
    count: { value: 'N', about: 'end after so many events' },
    seed: {
      value: 'TEXT',
      about:
        'the same text makes the same transfers, under the same items (up to 40 letters, digits, - and _)',
    },
  },
  examples: [
    ['simulate --rate 2', ''],
    ['simulate --rate 50 --count 1000 --seed spring', ''],
  ],
  prepare: (read) => {
    const settings = readSimulation(read);
    return settings.ok ? { ok: true, value: (io) => record(settings.value, io) } : settings;
  },
};

type SimulateSettings = Pick<SimulateOptions, 'rate' | 'count' | 'seed'>;

/** What its options say; `problem` is one line. */
export function readSimulation({ text }: Pick<ReadWords, 'text'>): Result<SimulateSettings> {
  const rate = Number(text('rate') ?? '2');
  if (!(rate >= 0.01 && rate <= 1_000)) return refused('--rate is a number from 0.01 to 1000.');
  const many = text('count');
  const count = many === undefined ? undefined : Number(many);
  if (count !== undefined && !(Number.isSafeInteger(count) && count > 0)) {
    return refused('--count is a whole number of 1 or more.');
  }
  const seed = text('seed');
  if (seed !== undefined && !/^[\w-]{1,40}$/.test(seed)) {
    return refused('--seed is up to 40 letters, digits, - and _.');
  }
  return { ok: true, value: { rate, count, seed } };
}

async function record(
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
    onFailure: (problem) => io.print(`${problem} Trying again.`),
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
