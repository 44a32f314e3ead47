import type { ShipAnswer } from '@tallystick/registry/contract/can-ship';
import { routes } from '@tallystick/registry/contract/routes';
import type { AdminClient } from '../admin/client.ts';
import type { FederationOptions } from '../builds/federation-build.ts';
import type { LocalBuild } from '../builds/local-build.ts';
import { buildFolder, readFolder } from '../builds/read-folder.ts';
import { describeProblems } from '../builds/ship-question.ts';
import { sizeReport } from '../builds/size-report.ts';
import { publishBuilds } from '../builds/upload.ts';
import { requireChannel } from '../channel/known-channel.ts';
import { readCheckedBuild } from '../check/checked-build.ts';
import { checks } from '../check/checks.ts';
import { buildOptions, folderOf, readBuildOptions } from '../command/build-options.ts';
import { counted, size } from '../command/figures.ts';
import { channelOf, channelOption, type Given, type Verb } from '../command/verb.ts';
import { fail, type Outcome } from '../outcome.ts';

export const publish: Verb = {
  name: 'publish',
  takes: 'FOLDER…',
  summary: 'send builds to the registry; nobody sees them yet',
  about: `Sends the newest build in each app's folder (its dist, made by tallystick-build), or what
the federation plugin of webpack, Rspack, Rsbuild or Vite has written, with a remote.json in that
folder or beside it. A build is kept for good under its build id and never changes; publishing
the same again does nothing. Visitors see it only after promote. It says what visitors load,
compressed, how much that is more than the build that is live, and what check finds wrong.
The registry alone gets its source maps, and its bill of materials (SBOM): what tallystick-build or
the team's own tool wrote (bom.json in the folder or beside it), else what source maps say.`,
  options: {
    again: { about: 'send also what the registry has: brings back lost files' },
    ...buildOptions,
    channel: { ...channelOption, about: 'compare sizes with what is live there; else production' },
  },
  examples: [
    ['publish .', 'the newest build of the app in this folder'],
    ['publish mfe-notes', 'of one app of several'],
    ['publish shell mfe-notes', 'of two apps, side by side'],
    ['publish mfe-notes/dist/1.2.0-0123456789ab', 'one build by its folder'],
    ['publish dist --remote remote.json', "another bundler's build"],
  ],
  run,
};

const notKnown =
  'nobody knows which packages are in it: build it with source maps, or with a CycloneDX bom.json';

async function run(given: Given): Promise<Outcome> {
  const { words, client, io } = given;
  if (words.length === 0) fail('usage', 'Name at least one folder.');
  const channel = channelOf(given);
  if (given.text('channel')) await requireChannel(channel, client);
  const options = readBuildOptions(given);
  const builds: LocalBuild[] = [];
  const folders: string[] = [];
  for (const word of words) {
    const folder = await folderOf(word, 'publish', io);
    folders.push(folder);
    builds.push(await readFolder(folder, options));
  }
  const result = await publishBuilds(builds, given, { again: given.flag('again') });
  const published = [];
  const fitAlone: boolean[] = [];
  const lines = [];
  for (const [at, one] of result.entries()) {
    const { app, build, files, sourceMaps, size: bytes } = one;
    const [local, folder] = [builds[at], folders[at]];
    if (!one.published || local === undefined || folder === undefined) {
      lines.push(`${io.paint('quiet', 'unchanged')} ${app}@${build}`);
      published.push(one);
      continue;
    }
    const maps = sourceMaps === 0 ? '' : `, ${counted(sourceMaps, 'source map')}`;
    const sum = `${counted(files, 'file')}, ${size(bytes)}${maps}`;
    lines.push(`${io.paint('good', 'published')} ${app}@${build}  ${sum}`);
    const { sizes, says } = await sizeReport(local, client, channel);
    lines.push(`  ${says}`);
    if (local.sbom === null) lines.push(`  ${notKnown}`);
    const wrong = await foundWrong(folder, options);
    for (const finding of wrong) lines.push(io.paint('warn', `  check: ${finding}`));
    const canShip = await askCanShip({ [app]: build }, channel, client);
    fitAlone.push(canShip?.fits !== false);
    // Where it is one of several, they are judged together below.
    if (canShip?.fits === false && builds.length === 1) {
      lines.push(...(await misfitLines(canShip, channel, client)));
    }
    if (canShip?.fits) lines.push(...describeProblems(canShip));
    published.push({ ...one, sizes, wrong, canShip });
  }
  if (builds.length > 1 && fitAlone.includes(false)) {
    const all = Object.fromEntries(published.map(({ app, build }) => [app, build]));
    const together = await askCanShip(all, channel, client);
    const names = published.map(({ app }) => app).join(' ');
    if (together?.fits) lines.push(`They fit ${channel} together: promote ${names}`);
    if (together?.fits === false) lines.push(...(await misfitLines(together, channel, client)));
  }
  return { json: { published }, text: lines.join('\n') };
}

async function askCanShip(
  builds: Record<string, string>,
  channel: string,
  client: AdminClient,
): Promise<ShipAnswer | null> {
  const ship = await client.call(routes.canShip, { params: { channel }, body: { builds } });
  return ship.ok ? ship.value : null;
}

/** Why builds do not fit. In an empty channel it is no news that the others are not there yet. */
async function misfitLines(
  ship: ShipAnswer,
  channel: string,
  client: AdminClient,
): Promise<string[]> {
  const board = await client.call(routes.board, { params: { channel } });
  if (board.ok && board.value.current === null) {
    return [
      `  nothing is live on ${channel} yet: publish the shell too, and promote them together`,
    ];
  }
  return [`  does not fit ${channel} as it is:`, ...describeProblems(ship)];
}

/** What `check` finds wrong with a build of another bundler; the registry has judged its files. */
async function foundWrong(folder: string, options: FederationOptions): Promise<string[]> {
  if ((await buildFolder(folder, options)) !== null) return [];
  const build = await readCheckedBuild(folder, options, null);
  const findings = checks
    .filter(({ name }) => name !== 'files')
    .map(({ run: look }) => look(build));
  return findings
    .filter(({ result }) => result === 'failed' || result === 'warning')
    .map(({ says }) => says);
}
