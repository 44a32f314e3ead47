// `npm test`: every check and test there is; `npm test -- lint unit` runs only those parts,
// `npm test -- mfe-ledger` only what belongs to that package.

import { openChildren } from '@tallystick/start/process/children';
import { endedChildrenTime } from '@tallystick/start/process/processor-time';
import { packageFolders } from '../bootstrap/workspace.mjs';
import { inProject, root } from './project.ts';
import { overdueNow } from './proofs/kept-results.ts';
import { commandRunner } from './test/command.ts';
import { packageSteps, testSteps } from './test/steps.ts';
import { takeTestFolder } from './test/test-folder.ts';

// A production setting of the caller's would change what is tested.
delete process.env.NODE_ENV;

const children = openChildren(inProject('test-results/logs'));
takeTestFolder();
children.endOnSignals();
process.exit(await main(process.argv.slice(2).filter((word) => word !== '--')));

async function main(wanted: readonly string[]): Promise<number> {
  const run = commandRunner(children);
  const parts = testSteps(run, children);
  // `e2e` is a part.
  const folders = packageFolders(root).filter(
    (folder) => folder !== '' && !parts.some(({ name }) => name === folder),
  );
  const packages = folders.filter((folder) => wanted.includes(folder));
  const names = wanted.filter((word) => !packages.includes(word));
  const all = packages.length > 0 ? packageSteps(run, packages) : parts;
  const unknown = names.filter((name) => !all.some((step) => step.name === name));
  if (unknown.length > 0) {
    const known = all.map(({ name }) => name).join(', ');
    console.error(
      `There is no part or package called ${unknown.join(', ')}; the parts are ${known}, the packages ${folders.join(', ')}.`,
    );
    return 1;
  }
  const sum = { passed: 0, failed: 0 };
  const summary: string[] = [];
  for (const { name, title, run } of all) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`\n── ${title} ──\n`);
    const started = performance.now();
    const used = endedChildrenTime();
    const count = await run();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const ofProcessors = ((endedChildrenTime() ?? Number.NaN) - (used ?? Number.NaN)) / 1000;
    const work = Number.isNaN(ofProcessors) ? '' : `${ofProcessors.toFixed(0)} s of processors`;
    const result = count.failed === 0 ? `${count.passed} passed` : `${count.failed} FAILED`;
    summary.push(
      `${title.padEnd(44)} ${`${seconds} s`.padStart(8)} ${work.padStart(21)}  ${result}`,
    );
    summary.push(...count.names.map((failed) => `  ${failed}`));
    sum.passed += count.passed;
    sum.failed += count.failed;
  }
  console.log(`\n── Summary ──\n\n${summary.join('\n')}\n`);
  const due = wanted.length === 0 ? overdueNow() : [];
  if (due.length > 0) {
    const lines = due.map(({ name, why }) => `  ${name}: ${why}`);
    console.log(`Proofs to be run again (npm run proofs):\n${lines.join('\n')}\n`);
  }
  if (sum.failed > 0) {
    console.log(
      'What was seen is in test-results: pictures and traces in e2e, what servers logged in servers and logs.\n',
    );
  }
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed === 0 && sum.passed > 0 ? 0 : 1;
}
