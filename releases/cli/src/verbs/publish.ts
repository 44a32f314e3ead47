import { resolve } from 'node:path';
import type { BuildKey } from '@tallystick/registry/contract/build-key';
import { routes } from '@tallystick/registry/contract/routes';
import type { AdminClient } from '../admin/client.ts';
import type { LocalBuild } from '../builds/local-build.ts';
import { readFolder } from '../builds/read-folder.ts';
import { saidOrigin } from '../builds/said-origin.ts';
import { describeProblems } from '../builds/ship-question.ts';
import { describeSizes, sizeReport } from '../builds/size-report.ts';
import { publishBuilds } from '../builds/upload.ts';
import { buildOptions, readBuildOptions } from '../command/build-options.ts';
import { counted, size } from '../command/figures.ts';
import { channelOf, channelOption, type Given, type Verb } from '../command/verb.ts';
import { asResult, fail, type Outcome, orFail } from '../outcome.ts';

export const publish: Verb = {
  name: 'publish',
  takes: 'FOLDER…',
  summary: 'send builds to the registry; nobody sees them yet',
  about: `Sends the newest build in each app's folder (its dist, made by tallystick-build), or what
the federation plugin of webpack, Rspack, Rsbuild or Vite has written, with a remote.json in that
folder or beside it. A build is kept for good under its build id and never changes; publishing
the same again does nothing. Visitors see it only after promote. It says what visitors load,
compressed, and how much that is more than the build that is live.`,
  options: {
    again: { type: 'boolean', about: 'send also what the registry has: brings back lost files' },
    ...buildOptions,
    channel: { ...channelOption, about: 'compare sizes with what is live there; else production' },
  },
  examples: [
    ['publish mfe-ledger', 'the newest build of one app'],
    ['publish shell mfe-ledger', 'of two apps, side by side'],
    ['publish mfe-ledger/dist/1.2.0-0123456789ab', 'one build by its folder'],
    ['publish dist --remote remote.json', "another bundler's build"],
  ],
  run,
};

async function run({ words, flag, text, client, io, json }: Given): Promise<Outcome> {
  if (words.length === 0) fail('usage', 'Name at least one folder.');
  const builds: LocalBuild[] = [];
  for (const word of words) {
    const folder = resolve(io.folder, word);
    builds.push(orFail(await readFolder(folder, readBuildOptions({ text, io }))));
  }
  const draw = json ? null : io.draw;
  const result = await publishBuilds(builds, client, {
    again: flag('again'),
    said: saidOrigin(io.variables),
    onProgress: (done, all) => draw?.(`Sending ${done} of ${all} files`),
    note: io.note,
  }).finally(() => draw?.(null));
  const channel = channelOf({ text });
  const published = [];
  const lines = [];
  for (const [at, one] of result.entries()) {
    const { app, build, files, sourceMaps, size: bytes } = one;
    const local = builds[at];
    if (!one.published || local === undefined) {
      lines.push(`${io.paint('quiet', 'unchanged')} ${app}@${build}`);
      published.push(one);
      continue;
    }
    const maps = sourceMaps === 0 ? '' : `, ${counted(sourceMaps, 'source map')}`;
    const sum = `${counted(files, 'file')}, ${size(bytes)}${maps}`;
    lines.push(`${io.paint('good', 'published')} ${app}@${build}  ${sum}`);
    const report = await asResult(sizeReport(local, client, channel));
    const says = report.ok ? describeSizes(report.value, channel) : report.problem;
    lines.push(`  ${report.ok ? says : `not compared: ${says}`}`);
    const ship = await asResult(shipAnswer(one, client, channel));
    if (ship.ok && !ship.value.fits) {
      lines.push(`  does not fit ${channel} as it is:`, ...describeProblems(ship.value));
    }
    published.push({
      ...one,
      sizes: report.ok ? report.value : null,
      canShip: ship.ok ? ship.value : null,
    });
  }
  return { ok: true, json: { published }, text: lines.join('\n') };
}

/** Whether a build that is published now could go live as it is; alone, for it may be one of several. */
async function shipAnswer({ app, build }: BuildKey, client: AdminClient, channel: string) {
  const body = { builds: { [app]: build } };
  return orFail(await client.call(routes.canShip, { params: { channel }, body }));
}
