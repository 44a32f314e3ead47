import { rm } from 'node:fs/promises';
import { makeLive, prepareHouse } from '@tallystick/e2e/src/house/house.ts';
import type { Edit } from '@tallystick/e2e/src/house/other-build.ts';
import { openServer, spawnScript } from '@tallystick/e2e/src/house/server.ts';
import type { Variant } from '@tallystick/e2e/src/house/variant.ts';
import { compared, inUnits, type Measure, type Measured } from '../../measures/measures.ts';
import { measureDifference } from './difference.ts';
import { commitsBefore, copyApps, type Sources } from './sources.ts';

/** One string of each app, in other words; and the share of brotli that the difference may take. */
const apps: readonly { app: string; edit: Edit; max: number }[] = [
  { app: 'shell', edit: ['src/strings.ts', 'Coming Soon', 'Not there yet'], max: 0.05 },
  {
    app: 'mfe-ledger',
    edit: ['src/strings.ts', 'No matching parties.', 'There is nobody of that name.'],
    max: 0.08,
  },
];
const commits = 100;
const maxOfCommits = 0.25;

/**
 * What a visitor who was here before loads of a release, from the site server itself. It is
 * measured after a change of one line, and after the last hundred commits. The earlier sources are
 * built with the tools and packages of now.
 */
export async function measureReturning(): Promise<Measured> {
  const names = apps.map(({ app }) => app);
  await using ended = new AsyncDisposableStack();
  const sources = ended.adopt(await copyApps(names), (copy) => copy.remove());
  const earlier = await buildEarlier(names);
  ended.defer(async () => earlier?.sources.remove());
  const site = ended.adopt(await startSite(), (started) => started.close());
  const now = await buildAll(sources, false);
  const changed = await buildAll(sources, true);
  const measures = await measureEach(site, [now, changed], 'one line', ({ max }) => max);
  const details = ['All scripts and style sheets of a build, each compared byte for byte.'];
  if (earlier === null) {
    const skipped = `${commits} commits: skipped, the kit of now builds no sources of then.`;
    return { measures, details: [...details, skipped] };
  }
  const { builds, commit } = earlier;
  const pair = [builds, now] as const;
  const ofCommits = await measureEach(site, pair, `${commits} commits`, () => maxOfCommits);
  const same = apps.filter((_, at) => builds[at]?.build === now[at]?.build);
  return {
    measures: [...measures, ...ofCommits],
    details: [
      ...details,
      `${commits} commits ago is ${commit}, built by the kit of now.`,
      ...same.map(({ app }) => `${app} is the same build since, so nothing of it is loaded.`),
    ],
  };
}

/** Builds of a hundred commits ago, or of the next commit before that whose sources the kit of now can build. */
async function buildEarlier(names: readonly string[]) {
  for (const commit of commitsBefore(commits, 20)) {
    const sources = await copyApps(names, commit);
    try {
      return { commit, sources, builds: await buildAll(sources, false) };
    } catch {
      await sources.remove();
    }
  }
  return null;
}

/** Builds all apps. */
async function buildAll(sources: Sources, isEdited: boolean): Promise<Variant[]> {
  const builds: Variant[] = [];
  for (const { app, edit } of apps)
    builds.push(await sources.build(app, isEdited ? edit : undefined));
  return builds;
}

/** Releases the first builds and then the others, and measures from those to these, for each app that has another build. */
async function measureEach(
  site: Site,
  [before, after]: readonly [readonly Variant[], readonly Variant[]],
  what: string,
  limitOf: (app: (typeof apps)[number]) => number,
): Promise<Measure[]> {
  await site.release(before);
  await site.release(after);
  const measures: Measure[] = [];
  for (const [at, app] of apps.entries()) {
    if (before[at]?.build === after[at]?.build) continue;
    const pair = [before[at]?.folder ?? '', after[at]?.folder ?? ''] as const;
    const { brotli, sent } = await measureDifference(site.url, pair);
    const limit = { max: limitOf(app) };
    measures.push(
      compared(`${app.app}, ${what}`, inUnits('bytes'), sent, ['brotli', brotli], limit),
    );
  }
  return measures;
}

type Site = Awaited<ReturnType<typeof startSite>>;

/** A site server with an empty registry. */
async function startSite() {
  const { siteUrl, dataDir, environment } = await prepareHouse();
  const server = openServer(
    () => spawnScript(['platform/site/src/main.ts'], environment, { errors: 'inherit' }),
    `${siteUrl}/health`,
  );
  await server.start();
  return {
    url: siteUrl,
    /** Publishes artifacts and makes them live, as one revision. */
    release: (builds: readonly Variant[]) => makeLive(environment, builds, 'to measure it'),
    async close(): Promise<void> {
      await server.end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
