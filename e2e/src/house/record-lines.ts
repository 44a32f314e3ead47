import { storeTarget } from '@tallystick/backend/src/import/target.ts';
import { openStore } from '@tallystick/backend/src/store/store.ts';
import { readEnvironment } from '@tallystick/settings/environment';
import type { LedgerLine } from './fixture-ledger.ts';
import type { House } from './house.ts';

/** Records lines in a house's ledger, straight into its database, as the command does. */
export async function recordLines(
  house: Pick<House, 'environment'>,
  lines: readonly LedgerLine[],
): Promise<void> {
  const read = readEnvironment(house.environment);
  if (!read.ok) throw new Error(read.problem);
  const opened = await openStore(read.value);
  if (!opened.ok) throw new Error(opened.problem);
  const { value: store } = opened;
  try {
    const texts = lines.map((line) => JSON.stringify(line));
    const { bad } = await storeTarget(store).record(1, texts);
    if (bad.length > 0) throw new Error(`Recording failed: ${JSON.stringify(bad)}`);
  } finally {
    await store.close();
  }
}
