import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter } from 'node:path';
import { done, type Outcome } from '../outcome.ts';
import type { Children } from '../process/children.ts';
import { inProject, root } from '../project.ts';
import { type App, findApps, newestBuild } from './apps.ts';
import { hashInputs } from './inputs.ts';
import type { Progress } from './progress.ts';

/** What every build reads beside the app's own folder. */
const commonInputs = [
  'shared/package.json',
  'shared/src',
  'platform/build/package.json',
  'platform/build/src',
  'pnpm-lock.yaml',
  'tsconfig.base.json',
];
/** What the console reads of the registry. */
const contract = ['platform/registry/src/contract', 'platform/registry/parts'];

/**
 * Builds every app whose inputs have changed since its last build, each on its own and as many at
 * once as there are cores.
 */
export async function buildApps(children: Children, progress: Progress): Promise<Outcome> {
  const waiting = findApps().filter((app) => !isUpToDate(app));
  if (waiting.length === 0) {
    progress.line('The apps are built already');
    return done;
  }
  const workers = Array.from({ length: availableParallelism() }, async () => {
    for (let app = waiting.shift(); app !== undefined; app = waiting.shift()) {
      const outcome = await progress.step(`Building ${app.folder}`, () => build(app, children));
      if (!outcome.ok) {
        waiting.length = 0;
        return outcome;
      }
    }
    return done;
  });
  const outcomes = await Promise.all(workers);
  return outcomes.find(({ ok }) => !ok) ?? done;
}

async function build(app: App, children: Children): Promise<Outcome> {
  const inputs = inputsOf(app);
  const child = children.start({
    name: `build of ${app.folder}`,
    log: `build-${app.folder.replaceAll('/', '-')}.log`,
    command: app.command,
    folder: inProject(app.folder),
    environment: {
      PATH: [
        inProject(app.folder, 'node_modules/.bin'),
        inProject('node_modules/.bin'),
        process.env.PATH,
      ].join(delimiter),
    },
  });
  const code = await child.ended;
  const built = newestBuild(app);
  if (code !== 0 || built === undefined) {
    return {
      ok: false,
      problem: `${app.folder} could not be built; see ${child.log}.`,
      detail: child.lastLines(20),
    };
  }
  writeFileSync(stampFile(app), stampOf(inputs, built));
  return done;
}

function isUpToDate(app: App): boolean {
  const file = stampFile(app);
  const build = newestBuild(app);
  if (build === undefined || !existsSync(file)) return false;
  return readFileSync(file, 'utf8') === stampOf(inputsOf(app), build);
}

/** What says what the newest build was made from. */
const stampOf = (inputs: string, build: string) => JSON.stringify({ inputs, build });

function stampFile({ folder }: App): string {
  return inProject(folder, 'node_modules', '.tallystick-build.json');
}

function inputsOf(app: App): string {
  return hashInputs(root, [...commonInputs, ...(app.published ? [] : contract), app.folder]);
}
