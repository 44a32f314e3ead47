// `npm run build`: builds the apps, the servers and the commands into one tree that needs Node alone.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Outcome, printFailure } from '@tallystick/start/outcome';
import { openChildren } from '@tallystick/start/process/children';
import { buildApps } from '@tallystick/start/start/build-apps';
import { showProgress } from '@tallystick/start/start/progress';
import { choosePlatform } from './prebuilt/platform.ts';
import { makeTree } from './prebuilt/tree.ts';
import { inProject } from './project.ts';
import { overdueNow } from './proofs/kept-results.ts';
import { versionTag } from './proofs/same-code.ts';
import { builds } from './start/workspace.ts';

const { values, positionals } = parseArgs({
  options: { platform: { type: 'string' } },
  allowPositionals: true,
  // Without a value it is `true`.
  strict: false,
});
const platform = typeof values.platform === 'boolean' ? '' : values.platform;
const made = await build(platform, positionals[0]);
if (!made.ok) printFailure(made);
process.exitCode = made.ok ? 0 : 1;

async function build(platformName: string | undefined, target?: string): Promise<Outcome> {
  const chosen = choosePlatform(platformName);
  if (!chosen.ok) return chosen;
  // A version's tag promises that everything we claim has been shown.
  const tag = versionTag();
  const due = tag === null ? [] : overdueNow();
  if (due.length > 0) {
    const problem = `${tag} is not built: there are proofs to be run again (npm run proofs).`;
    return { ok: false, problem, detail: due.map(({ name, why }) => `${name}: ${why}`) };
  }
  const folder =
    target === undefined ? inProject('dist') : resolve(process.env.INIT_CWD ?? '', target);
  const children = openChildren(inProject('test-results/logs'));
  children.endOnSignals();
  const progress = showProgress(process.stdout);
  const built = await buildApps(builds, children, progress);
  const made = built.ok
    ? await progress.step('Bundling the servers and commands', () =>
        makeTree(folder, chosen.platform),
      )
    : built;
  progress.end();
  if (made.ok) {
    console.log(
      `The prebuilt tree for ${chosen.platform} is in ${folder}: node tallystick.js serve site admin ledger`,
    );
  }
  return made;
}
