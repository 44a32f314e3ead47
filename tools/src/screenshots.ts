// `npm run screenshots`: finds a Chromium and lets the lab take its pictures.
import { inProject } from './project.ts';
import { runWithChromium } from './test/with-chromium.ts';

const words = process.argv.slice(2).map((word) => JSON.stringify(word));
const script = inProject('lab/src/screens/main.ts');
process.exit(await runWithChromium(`node "${script}" ${words.join(' ')}`, 15 * 60_000));
