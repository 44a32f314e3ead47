// `npm run proofs [-- NAME…]`: what is too long for `npm test`, by name.
import { openChildren } from '@tallystick/start/process/children';
import { inProject } from './project.ts';
import { keepResults, keptResults, overdueNow, resultsFile } from './proofs/kept-results.ts';
import { proofs } from './proofs/proofs.ts';
import type { Results } from './proofs/results.ts';
import { runProofs } from './proofs/run-proofs.ts';
import { checkedOut, isSameCode } from './proofs/same-code.ts';
import { proofTable, summaryOf } from './proofs/tables.ts';
import { findChromium } from './test/chromium.ts';
import { commandRunner } from './test/command.ts';
import { takeTestFolder } from './test/test-folder.ts';

const usage = `Usage: npm run proofs [-- NAME…|list|due|table]

Runs the proofs with these names, or all, one after the other, and writes into ${resultsFile} what ran on which
commit with which result. What has passed on the same code is not run again: so it goes on where it was ended.
'list' only says what has been run and when; 'due' names what has to be run again and ends with 1 if there
is any; 'table' prints the table of CONTRIBUTING.
`;
const words = process.argv.slice(2).filter((word) => word !== '--');
process.exit(await main());

async function main(): Promise<number> {
  const before = keptResults();
  const [word] = words;
  if (words.some((one) => /^(-h|--help|help)$/.test(one))) {
    return print(`${usage}\n${proofs.map(({ name }) => name).join(', ')}`);
  }
  if (word === 'list') return print(summaryOf(proofs, before, Date.now()));
  if (word === 'table') return print(proofTable(proofs));
  if (word === 'due') {
    const due = overdueNow();
    print(due.map(({ name, why }) => `${name}: ${why}`).join('\n'));
    return due.length === 0 ? 0 : 1;
  }
  const unknown = words.filter((name) => !proofs.some((proof) => proof.name === name));
  if (unknown.length > 0) {
    const names = proofs.map(({ name }) => name).join(', ');
    console.error(`There is no proof ${unknown.join(', ')}; there are ${names}.`);
    return 2;
  }
  const wanted = proofs.filter(({ name }) => words.length === 0 || words.includes(name));
  return await prove(wanted, before);
}

async function prove(wanted: typeof proofs, before: Results): Promise<number> {
  const children = openChildren(inProject('test-results/logs'));
  takeTestFolder();
  children.endOnSignals();
  const run = commandRunner(children);
  const browser = await findChromium(run);
  const results = await runProofs(wanted, before, {
    commit: checkedOut(),
    isSameCode,
    run: (command, limitMs) =>
      run(command, limitMs, browser === undefined ? {} : { CHROMIUM_PATH: browser }),
    save: keepResults,
    say: (line) => console.log(`\n${line}`),
    now: Date.now,
  });
  print(`\n── Summary ──\n\n${summaryOf(proofs, results, Date.now())}`);
  return wanted.some(({ name }) => results[name]?.failed !== null) ? 1 : 0;
}

function print(text: string): number {
  console.log(text);
  return 0;
}
