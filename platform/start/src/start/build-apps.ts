import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { done, type Outcome } from '../outcome.ts';
import type { Children } from '../process/children.ts';
import { type App, findApps, newestBuild, type Workspace } from './apps.ts';
import { hashInputs } from './inputs.ts';
import type { Progress } from './progress.ts';

/** What is built, and what builds read beside their app's own folder: paths below the workspace's. */
export interface BuildOrder extends Workspace {
  /** What every build reads. */
  inputs: readonly string[];
  /** What builds that are not published read as well. */
  unpublishedInputs?: readonly string[];
}

/**
 * Builds every app whose inputs have changed since its last build, each on its own and as many at
 * once as there are cores.
 */
export async function buildApps(
  order: BuildOrder,
  children: Children,
  progress: Progress,
): Promise<Outcome> {
  const waiting = findApps(order).filter((app) => !isUpToDate(app, order));
  if (waiting.length === 0) {
    progress.line('The apps are built already');
    return done;
  }
  const workers = Array.from({ length: availableParallelism() }, async () => {
    for (let app = waiting.shift(); app !== undefined; app = waiting.shift()) {
      const outcome = await progress.step(`Building ${app.folder}`, () =>
        build(app, order, children),
      );
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

async function build(app: App, order: BuildOrder, children: Children): Promise<Outcome> {
  const inputs = inputsOf(app, order);
  const child = children.start({
    name: `build of ${app.folder}`,
    log: `build-${app.folder.replaceAll('/', '-')}.log`,
    command: app.command,
    folder: app.path,
    environment: {
      PATH: [
        join(app.path, 'node_modules/.bin'),
        join(order.root, 'node_modules/.bin'),
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
  // An app has no such folder if all its packages are installed in a folder above it.
  mkdirSync(dirname(stampFile(app)), { recursive: true });
  writeFileSync(stampFile(app), stampOf(inputs, built));
  return done;
}

function isUpToDate(app: App, order: BuildOrder): boolean {
  const file = stampFile(app);
  const build = newestBuild(app);
  if (build === undefined || !existsSync(file)) return false;
  return readFileSync(file, 'utf8') === stampOf(inputsOf(app, order), build);
}

/** The record of what the newest build was made from. */
const stampOf = (inputs: string, build: string) => JSON.stringify({ inputs, build });

function stampFile({ path }: App): string {
  return join(path, 'node_modules', '.tallystick-build.json');
}

function inputsOf(
  { folder, published }: App,
  { root, inputs, unpublishedInputs = [] }: BuildOrder,
): string {
  return hashInputs(root, [...inputs, ...(published ? [] : unpublishedInputs), folder]);
}
