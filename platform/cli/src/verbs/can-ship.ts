import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { channelNameSchema } from '@tallystick/contract/release';
import type { ShipQuestion } from '@tallystick/registry/contract/can-ship';
import { routes } from '@tallystick/registry/contract/routes';
import * as v from 'valibot';
import { findBuilds } from '../builds/find-build.ts';
import { parseName, readNames, refuseTwice } from '../builds/named-build.ts';
import { readFolder } from '../builds/read-folder.ts';
import { describeProblems, unpublishedParts } from '../builds/ship-question.ts';
import { buildOptions, folderOf, readBuildOptions } from '../command/build-options.ts';
import type { Given, Verb } from '../command/verb.ts';
import { fail, type Outcome, orFail } from '../outcome.ts';

export const canShip: Verb = {
  name: 'can-ship',
  takes: 'APP@VERSION|FOLDER…',
  summary: 'say whether builds fit what is live and what could come back; changes nothing',
  about: `Asks the registry to judge builds as promote would, all of them as one revision: addresses,
singletons by what the builds use of them, widgets that others show, limits, locks. A folder is
judged as it would be published. All problems are said, each with the app and the symbol, and a
way out. Any token may ask. Exit code 1: it does not fit, 6: it is locked or condemned.`,
  options: {
    to: { value: 'CHANNEL', about: 'another channel than production' },
    ...buildOptions,
  },
  examples: [
    ['can-ship .', 'before it is published'],
    ['can-ship mfe-notes@1.3.0 --to production', 'a build that is published'],
    ['can-ship shell mfe-notes', 'several as one revision'],
  ],
  run,
};

async function run(given: Given): Promise<Outcome> {
  const { words, text, client, io } = given;
  if (words.length === 0) fail('usage', 'Name at least one build or folder.');
  const channel = text('to') ?? 'production';
  if (!v.is(channelNameSchema, channel)) fail('usage', `--to ${channel} is not a channel's name.`);
  const unpublished: NonNullable<ShipQuestion['unpublished']> = [];
  const named: string[] = [];
  for (const word of words) {
    if (parseName(word) !== null && !existsSync(resolve(io.folder, word))) named.push(word);
    else {
      const folder = await folderOf(word, 'can-ship', io);
      const local = await readFolder(folder, readBuildOptions(given));
      unpublished.push(await unpublishedParts(local));
    }
  }
  const names = readNames(named);
  refuseTwice([...names, ...unpublished.map(({ artifact }) => artifact)]);
  const builds = await findBuilds(names, client);
  const body = { builds, unpublished };
  const answer = orFail(await client.call(routes.canShip, { params: { channel }, body }));
  const all = { ...builds };
  for (const { artifact } of unpublished) all[artifact.app] = artifact.build;
  const list = Object.entries(all)
    .map(([app, build]) => `${app}@${build}`)
    .join(', ');
  const head = answer.fits
    ? `${io.paint('good', 'fits')} ${channel}: ${list}`
    : `${io.paint('bad', 'does not fit')} ${channel}: ${list}`;
  const codes = answer.problems.map(({ code }) => code);
  const refused = codes.find((code) => code === 'locked' || code === 'condemned') ?? 'refused';
  return {
    json: { channel, builds: all, ...answer },
    text: [head, ...describeProblems(answer)].join('\n'),
    failed: answer.fits ? undefined : refused,
  };
}
