import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { sharedHouse } from '@tallystick/e2e/src/house/test.ts';
import { allFaults } from './faults/all.ts';
import { runFault } from './run/run-fault.ts';
import { openTestbed, type Testbed } from './testbed/testbed.ts';

// The short run of `npm run chaos`: one fault of each kind.

// The longest that a fault may take in all its turns.
test.describe.configure({ mode: 'serial', timeout: 600_000 });

let testbed: Testbed;
test.beforeAll(async () => {
  testbed = await openTestbed(sharedHouse());
});
test.afterAll(() => testbed.close());

for (const fault of allFaults.filter(({ short }) => short === true)) {
  test(fault.what, async ({ browser }, { outputDir }) => {
    const outcome = await runFault(fault, testbed, browser, join(outputDir, `${fault.name}.png`));
    expect(outcome.wrong, `${outcome.saw}; ${outcome.recovered}`).toEqual([]);
  });
}
