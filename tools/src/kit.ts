// `npm run kit [-- folder]`, or into `kit`: packs what a team needs to build a remote in a
// repository of its own. With --site it packs what one needs to make a site on the platform.
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openChildren } from '@tallystick/start/process/children';
import { buildApps } from '@tallystick/start/start/build-apps';
import { showProgress } from '@tallystick/start/start/progress';
import { packKit } from './kit/pack-kit.ts';
import { inProject } from './project.ts';
import { builds } from './start/workspace.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { site: { type: 'boolean', default: false } },
});
const folder = process.env.INIT_CWD ?? process.cwd();
const [named] = positionals;
const target = named === undefined ? inProject('kit') : resolve(folder, named);
try {
  if (values.site) await buildServed();
  const tarballs = await packKit(target, values.site ? 'site' : 'team');
  for (const file of tarballs) console.log(relative(folder, file));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

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
