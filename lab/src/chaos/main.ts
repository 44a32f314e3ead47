import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { startFreshHouse } from '@tallystick/e2e/src/house/fresh-house.ts';
import {
  type House,
  prepareHouse,
  removeHouse,
  stopHouse,
} from '@tallystick/e2e/src/house/house.ts';
import { codeOf, lineOf } from '@tallystick/store/error-code';
import { inProject } from '@tallystick/tools/src/project.ts';
import { findBrowser } from '../bench/site-in-browser.ts';
import { allAttacks } from './attacks/all.ts';
import type { Attack } from './attacks/attack.ts';
import { runAttacks } from './attacks/run/run-attacks.ts';
import { allFaults } from './faults/all.ts';
import type { Fault } from './faults/fault.ts';
import { type Outcome, untried } from './run/outcome.ts';
import { runFault } from './run/run-fault.ts';
import { faultLines, faultTable } from './run/table.ts';
import { openTestbeds } from './testbed/testbeds.ts';

const help = `Usage: npm run chaos [-- --only NAME …] [-- --seconds N] [-- --list] [-- --write]

Injects every fault for real and watches, in Chromium, what people see. Prints a table; exits with 1 if
a fault shows a blank page, breaks more than it may, is never recovered from or leaves something
unhandled. Then makes every attack for real and measures what it costs others; what it must not get or
cost fails as well. --only: what has a name that begins so. --seconds: how long each attack lasts (10).
--write: puts the tables into docs/chaos.md and docs/attacks.md; what they say of others stays.
`;
const pictures = inProject('test-results/chaos');

// `npm run chaos`
process.exit(
  await main().catch((error: unknown) =>
    fail(
      codeOf(error).startsWith('ERR_PARSE_ARGS')
        ? `${lineOf(error)} Try: npm run chaos -- --help`
        : error,
    ),
  ),
);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      seconds: { type: 'string', default: '10' },
    },
    args: process.argv.slice(2).filter((word) => word !== '--'),
  });
  const isWanted = ({ name }: { name: string }) =>
    values.only.length === 0 || values.only.some((begin) => name.startsWith(begin));
  const wanted = { faults: allFaults.filter(isWanted), attacks: allAttacks.filter(isWanted) };
  const both = [...wanted.faults, ...wanted.attacks];
  const seconds = Number(values.seconds);
  if (values.help) process.stdout.write(help);
  else if (values.list) for (const { name, what } of both) console.log(`${name}: ${what}`);
  else if (both.length === 0) return fail('There is no such fault or attack; --list names them.');
  else if (!(seconds >= 1 && seconds <= 60)) return fail('An attack lasts 1 to 60 seconds.');
  else return await run(wanted, seconds, values.write);
  return 0;
}

function fail(problem: unknown): number {
  console.error(problem);
  return 1;
}

async function run(
  { faults, attacks }: { faults: readonly Fault[]; attacks: readonly Attack[] },
  seconds: number,
  write: boolean,
): Promise<number> {
  // Attacks need no browser.
  const executablePath = faults.length === 0 ? '' : await findBrowser();
  if (executablePath === undefined) {
    return fail('No Chromium is to be had; install one, or set CHROMIUM_PATH to its path.');
  }
  await mkdir(pictures, { recursive: true });
  const servers = await prepareHouse();
  const running = await startFreshHouse(servers);
  try {
    const wrong = [
      faults.length === 0 ? 0 : await showFaults(faults, servers, executablePath, write),
      attacks.length === 0 ? 0 : await runAttacks(attacks, servers, seconds, write),
    ];
    return wrong.every((count) => count === 0) ? 0 : 1;
  } finally {
    await stopHouse(running);
    await removeHouse(servers);
  }
}

async function showFaults(
  faults: readonly Fault[],
  servers: House,
  executablePath: string,
  write: boolean,
): Promise<number> {
  await using ended = new AsyncDisposableStack();
  const browser = ended.use(await chromium.launch({ executablePath }));
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
  if (write) await writeDocument(outcomes);
  const wrong = outcomes.filter((outcome) => outcome.wrong.length > 0).length;
  console.log(`${outcomes.length} faults, ${wrong} with something wrong`);
  return wrong;
}

async function writeDocument(outcomes: readonly Outcome[]): Promise<void> {
  const file = inProject('docs/chaos.md');
  const written = await readFile(file, 'utf8');
  const text = `# Faults, and what people saw

Written by \`npm run chaos -- --write\`: every fault was injected for real, and a browser watched. 'What
broke' is while the fault lasted; 'to recover' is from its end until the page was there, with 'Try again'
pressed where it is offered. Seconds are of a small machine; how it is judged:
[decision 42](decisions/0042-the-chaos-suite.md).

${faultTable(allFaults, outcomes, written)}
`;
  await writeFile(file, text);
}
