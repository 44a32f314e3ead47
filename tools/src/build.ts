// `npm run build`: builds the apps, the servers and the commands into one tree that needs Node alone.
import { resolve } from 'node:path';
import { type RunVerb, runVerb } from '@tallystick/command-line/run-words';
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

const verb: RunVerb = {
  name: 'build',
  takes: '[FOLDER]',
  summary: 'make the prebuilt tree',
  about:
    'Builds the apps, the servers and the commands into one tree that needs Node alone: FOLDER, or dist.',
  options: {
    platform: { value: 'NAME', about: 'for another than this: linux-arm64, linux-x64, darwin-…' },
  },
  run: async ({ words, text }) => {
    const [target, ...others] = words;
    if (others.length > 0) throw new Error('Name one folder. Try: npm run build -- --help');
    const made = await build(text('platform'), target);
    if (!made.ok) printFailure(made);
    return made.ok ? 0 : 1;
  },
};
process.exitCode = await runVerb('npm run build --', verb, process.argv.slice(2), 1);

async function build(platformName: string | undefined, target?: string): Promise<Outcome> {
  const chosen = choosePlatform(platformName);
  if (!chosen.ok) return chosen;
  const { value: platform } = chosen;
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
    ? await progress.step('Bundling the servers and commands', () => makeTree(folder, platform))
    : built;
  progress.end();
  if (made.ok) {
    console.log(
      `The prebuilt tree for ${platform} is in ${folder}: node tallystick.js serve site admin ledger`,
    );
  }
  return made;
}
