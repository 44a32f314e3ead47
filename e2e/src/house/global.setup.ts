import { fixtureLedger } from './fixture-ledger.ts';
import { startFreshHouse } from './fresh-house.ts';
import { prepareHouse, removeHouse, stopHouse } from './house.ts';
import { recordLines } from './record-lines.ts';

/** Starts the real thing once for all tests; what it answers is called when they have run. */
export default async function setup(): Promise<() => Promise<void>> {
  const house = await prepareHouse();
  const running = await startFreshHouse(house);
  let stopping = false;
  running.ended.then((exitCode) => {
    if (!stopping) console.error(`npm start ended early, with ${exitCode}:\n${running.output()}`);
  });
  const tidyUp = async (): Promise<void> => {
    stopping = true;
    const exitCode = await stopHouse(running);
    await removeHouse(house);
    if (exitCode !== 0) throw new Error(`npm start ended with ${exitCode}:\n${running.output()}`);
  };
  try {
    await recordLines(house, fixtureLedger);
  } catch (error) {
    await tidyUp();
    throw error;
  }
  process.env.TALLYSTICK_HOUSE = JSON.stringify(house);
  return tidyUp;
}
