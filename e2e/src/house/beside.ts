import { type SideHouse, startSideHouse } from './side-house.ts';
import { test as base, houseTimeout, sharedHouse } from './test.ts';

/**
 * A test against a house beside the shared one. The files of project `beside` use the same one in
 * turn, because its start costs as much as many tests. Each file leaves live what it has found, and
 * no app more; lines that it has recorded stay.
 */
export const test = base.extend<object, { side: SideHouse }>({
  side: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const side = await startSideHouse(sharedHouse());
      await use(side);
      await side.close();
    },
    { scope: 'worker', timeout: houseTimeout },
  ],
});
