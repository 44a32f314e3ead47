// `npm run contract` records the public types of `@tallystick/shared`, if its version was raised enough for the change.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunVerb, runVerb } from '@tallystick/command-line/run-words';
import { compareContracts } from './contract/compare.ts';
import { emitDeclarations } from './contract/emit.ts';
import { currentVersion, neededVersion, readSnapshot, writeSnapshot } from './contract/snapshot.ts';

const contract: RunVerb = {
  name: 'contract',
  summary: 'record the public types of @tallystick/shared',
  about:
    'Records the public types of @tallystick/shared, if its version was raised enough for the change.',
  run: async () => recordTypes(),
};
process.exitCode = await runVerb('npm run contract --', contract, process.argv.slice(2), 1);

/** Answers the exit code. */
function recordTypes(): number {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-contract-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

  const emitted = emitDeclarations(folder);
  if (!emitted.ok) {
    console.error(emitted.problem);
    return 1;
  }
  const { value: contract } = emitted;
  const before = readSnapshot();
  const version = currentVersion();
  const { change, reasons } = compareContracts(before.contract, contract);
  const needed = neededVersion(before.version, version, change);
  for (const reason of reasons) console.log(`  ${reason}`);
  if (needed !== null) {
    const what = change === 'broken' ? 'breaks' : 'adds to';
    console.error(
      `This ${what} what @tallystick/shared ${before.version} promises: it needs version ${needed} or higher, in shared/package.json.`,
    );
    return 1;
  }
  writeSnapshot({ version, contract });
  console.log(`shared/contract holds what @tallystick/shared ${version} promises.`);
  return 0;
}
