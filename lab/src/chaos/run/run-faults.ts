import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import type { House } from '@tallystick/e2e/src/house/house.ts';
import { inProject } from '@tallystick/tools/src/project.ts';
import { allFaults } from '../faults/all.ts';
import type { Fault } from '../faults/fault.ts';
import { openTestbeds } from '../testbed/testbeds.ts';
import { faultDocument } from './fault-document.ts';
import { keepOutcomes } from './keep-outcomes.ts';
import { type Outcome, outcomeSchema, untried } from './outcome.ts';
import { runFault } from './run-fault.ts';
import { faultLines } from './table.ts';

/** Lets somebody meet each fault, prints what they saw, and answers how many must not be so. */
export async function runFaults(
  faults: readonly Fault[],
  servers: House,
  browser: Browser,
  write: boolean,
): Promise<number> {
  const pictures = inProject('test-results/chaos');
  await mkdir(pictures, { recursive: true });
  await using ended = new AsyncDisposableStack();
  const testbeds = ended.adopt(openTestbeds(servers), (opened) => opened.close());
  const outcomes: Outcome[] = [];
  for (const fault of faults) {
    const picture = join(pictures, `${fault.name}.png`);
    const outcome = await testbeds
      .get(fault.testbed ?? 'usual')
      .then((testbed) => testbed && runFault(fault, testbed, browser, picture))
      .catch((error: unknown) => untried(fault, error));
    if (outcome === null) {
      console.error(`${fault.name} was left out: this machine does not allow it.`);
      continue;
    }
    outcomes.push(outcome);
    console.error(faultLines([outcome]).split('\n').slice(1).join('\n'));
  }
  console.log(`\n${faultLines(outcomes)}\n`);
  if (write) {
    const file = join(import.meta.dirname, 'fault-outcomes.json');
    const names = allFaults.map(({ name }) => name);
    const kept = await keepOutcomes(file, outcomeSchema, names, outcomes);
    await writeFile(inProject('docs/chaos.md'), faultDocument(kept));
  }
  const wrong = outcomes.filter((outcome) => outcome.wrong.length > 0).length;
  console.log(`${outcomes.length} faults, ${wrong} with something wrong`);
  return wrong;
}
