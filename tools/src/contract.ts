// `npm run contract` records the public types of `@tallystick/shared`, if its version was raised enough for the change.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareContracts } from './contract/compare.ts';
import { emitDeclarations } from './contract/emit.ts';
import { currentVersion, neededVersion, readSnapshot, writeSnapshot } from './contract/snapshot.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallystick-contract-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const emitted = emitDeclarations(folder);
if (!emitted.ok) {
  console.error(emitted.problem);
  process.exit(1);
}
const { contract } = emitted;
const before = readSnapshot();
const version = currentVersion();
const { change, reasons } = compareContracts(before.contract, contract);
const needed = neededVersion(before.version, version, change);
for (const reason of reasons) console.log(`  ${reason}`);
if (needed === null) {
  writeSnapshot({ version, contract });
  console.log(`shared/contract holds what @tallystick/shared ${version} promises.`);
} else {
  const what = change === 'broken' ? 'breaks' : 'adds to';
  console.error(
    `This ${what} what @tallystick/shared ${before.version} promises: it needs version ${needed} or higher, in shared/package.json.`,
  );
  process.exitCode = 1;
}
