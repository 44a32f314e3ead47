// `npm run screenshots`: finds a Chromium and lets e2e take its pictures.
import { openChildren } from './process/children.ts';
import { inProject } from './project.ts';
import { findChromium } from './test/chromium.ts';
import { commandRunner } from './test/command.ts';

const children = openChildren(inProject('test-results/logs'));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => void children.endAll().then(() => process.exit(130)));
}
const run = commandRunner(children);
const browser = await findChromium(run);
if (browser === undefined) {
  console.error('No Chromium is to be had; install one, or set CHROMIUM_PATH to its path.');
  process.exit(1);
}
const words = process.argv.slice(2).map((word) => JSON.stringify(word));
const script = inProject('e2e/src/screens/main.ts');
process.exit(
  await run(`node "${script}" ${words.join(' ')}`, 15 * 60_000, { CHROMIUM_PATH: browser }),
);
