import {
  type ErrorGroup,
  placeOf,
  placeWords,
  whyMissed,
} from '@tallystick/registry/parts/errors/contract/page-errors';
import { errorRoutes } from '@tallystick/registry/parts/errors/contract/routes';
import { allBuilds, findBuild } from '../../builds/find-build.ts';
import { readName } from '../../builds/named-build.ts';
import { ago, counted } from '../../command/figures.ts';
import { type Given, onlyWord, type Verb } from '../../command/verb.ts';
import type { Io } from '../../io.ts';
import { fail, type Outcome, orFail } from '../../outcome.ts';

export const errors: Verb = {
  name: 'errors',
  takes: 'APP[@VERSION]',
  summary: 'what broke in pages of an app, and where in its source',
  about: `Errors that pages reported in the last 30 days, the one seen last first. What is the same in
several builds is one group, which began in the first of them. Each is read through the source map
that was published with its build; BROWSERS counts each once a day. What fails as the site server
renders pages is among them. Texts that may be of a person are left out. For publishers of the app
and managers.`,
  options: {
    build: { value: 'BUILD', about: 'only what was in this build, or version' },
  },
  examples: [
    ['errors mfe-notes', ''],
    ['errors mfe-notes@1.3.0', 'of one build'],
    ["errors mfe-notes --json | jq '.[].frames'", 'the whole stacks, for a script'],
  ],
  run,
};

async function run({ words, text, client, io }: Given): Promise<Outcome> {
  const { app, version: named } = readName(onlyWord(words, 'Name one app.'));
  const given = text('build');
  if (named !== undefined && given !== undefined) {
    fail('usage', `--build ${given} goes without @${named}.`);
  }
  const version = given ?? named;
  const build =
    version === undefined ? undefined : findBuild({ app, version }, await allBuilds(client)).build;
  const params = { app };
  const asked = { params, query: { build } };
  const groups = orFail(await client.call(errorRoutes.errors, asked));
  // A registry of before does not count them.
  const counts = await client.call(errorRoutes.missedErrors, asked);
  const missed = counts.ok ? counts.value.errors : 0;
  if (groups.length === 0) findBuild({ app, version }, await allBuilds(client));
  const of = build === undefined ? app : `${app} ${build}`;
  const none = `No page reported an error of ${of} in the last 30 days.`;
  const shown = groups.map((group) => describe(group, io));
  const more = groups.length > 0 ? `${missed} more` : `${counted(missed, 'error')} of ${of}`;
  if (missed > 0) shown.push(`${more} ${missed === 1 ? 'was' : 'were'} not kept: ${whyMissed}.`);
  return { json: groups, text: shown.join('\n\n') || none };
}

/** Three lines: what it says, where, and since when. */
function describe(group: ErrorGroup, io: Io): string {
  const { name, message, frames, began, lastSeen, browsers } = group;
  const place = placeWords(placeOf(frames)) || 'not in a file of a build';
  return [
    io.paint('bad', `${name}: ${message}`),
    `  ${io.paint('strong', place)}`,
    `  ${browsers === 0 ? 'as the site server renders pages' : counted(browsers, 'browser')}; began in ${began.build}, ${ago(began.at, io.now())}; ` +
      `last seen ${ago(lastSeen, io.now())}`,
  ].join('\n');
}
