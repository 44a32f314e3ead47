// `npm run kit [-- folder]`, or into `kit`: packs what a team needs to build a remote in a
// repository of its own. With --site it packs what one needs to make a site on the platform.
import { relative, resolve } from 'node:path';
import { type RunVerb, runVerb } from '@tallystick/command-line/run-words';
import { openChildren } from '@tallystick/start/process/children';
import { buildApps } from '@tallystick/start/start/build-apps';
import { showProgress } from '@tallystick/start/start/progress';
import { packKit } from './kit/pack-kit.ts';
import { inProject } from './project.ts';
import { builds } from './start/workspace.ts';

const kit: RunVerb = {
  name: 'kit',
  takes: '[FOLDER]',
  summary: 'pack what a team needs',
  about: `Packs what a team needs to build a remote in a repository of its own, into FOLDER, or into kit.`,
  options: { site: { about: 'what one needs to make a site on the platform' } },
  run: async ({ words, flag }) => {
    const [named, ...others] = words;
    if (others.length > 0) throw new Error('Name one folder. Try: npm run kit -- --help');
    const folder = process.env.INIT_CWD ?? process.cwd();
    const target = named === undefined ? inProject('kit') : resolve(folder, named);
    if (flag('site')) await buildServed();
    const tarballs = await packKit(target, flag('site') ? 'site' : 'team');
    for (const file of tarballs) console.log(relative(folder, file));
    return 0;
  },
};
process.exitCode = await runVerb('npm run kit --', kit, process.argv.slice(2), 1);

/** The console and the site server's worker, which are packed as they are built. */
async function buildServed(): Promise<void> {
  const children = openChildren(inProject('test-results/logs'));
  children.endOnSignals();
  const progress = showProgress(process.stderr);
  const served = { ...builds, packages: ['platform/console', 'platform/site'] };
  const built = await buildApps(served, children, progress);
  progress.end();
  if (!built.ok) throw new Error([...(built.detail ?? []), built.problem].join('\n'));
}
