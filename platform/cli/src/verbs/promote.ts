import { routes } from '@tallystick/registry/contract/routes';
import { findBuilds, type NamedBuild, readNames } from '../builds/find-build.ts';
import { liveIn } from '../channel/live-in.ts';
import { requireReason } from '../command/reason.ts';
import { changeOptions, channelOf, type Given, type Verb } from '../command/verb.ts';
import { fail, type Outcome, orFail } from '../outcome.ts';
import { makeChange } from './change.ts';

export const promote: Verb = {
  name: 'promote',
  takes: 'APP[@VERSION]… | --from CHANNEL [APP…] --reason WHY',
  summary: 'make builds live, all named ones as one revision',
  about: `The next page load has them, open tabs at their next navigation. A version stands for its
newest build, an app alone for its newest build. With --percent a share of browsers gets them,
and always the same ones; raise it by the same command, end it by rollback or a whole promote,
which names the version where a newer build was published since. With --from the builds are those
that are live in another channel, byte by byte; apps that are not there stay as they are.
If others changed the channel meanwhile it is tried again, unless they moved one of these apps.`,
  options: {
    percent: { value: 'N', about: 'as a canary: to N % of browsers, 0.01 to 99.99' },
    from: { value: 'NAME', about: 'the builds that are live in this channel; with no app, of all' },
    ...changeOptions,
  },
  examples: [
    ['promote mfe-notes --reason "totals are right again"', 'its newest build'],
    ['promote mfe-notes@1.3.0 --percent 20 --reason "try it"', 'to a fifth of browsers'],
    ['promote --from staging --reason "tried there"', 'all that stands there, as one revision'],
    ['promote shell@2.0.0 mfe-notes@2.0.0 --reason "new menu"', 'both at once, as one revision'],
  ],
  run,
};

async function run(given: Given): Promise<Outcome> {
  requireReason(given);
  const { client } = given;
  const from = given.text('from');
  const words = from === undefined ? given.words : await liveIn(from, given);
  if (words.length === 0) {
    fail('usage', 'Name at least one app.', 'Such as: promote mfe-notes@1.2.0');
  }
  const names = readNames(words);
  const builds = await findBuilds(names, client);
  const apps = Object.keys(builds);
  const written = given.text('percent');
  if (written === undefined) {
    await requireMeant(names, builds, given);
    return await makeChange(given, apps, (reason) => ({ kind: 'promote', builds, reason }));
  }
  const percent = Number(written.replace(/ ?%$/, ''));
  if (!(percent >= 0.01 && percent < 100)) {
    const next = 'Without --percent all browsers get it.';
    fail('usage', '--percent is a number from 0.01 to 99.99.', next);
  }
  return await makeChange(given, apps, (reason) => ({ kind: 'canary', builds, percent, reason }));
}

/** Who has tried a build and then names the app alone must not ship one that was published since. */
async function requireMeant(
  names: readonly NamedBuild[],
  builds: Readonly<Record<string, string>>,
  given: Given,
): Promise<void> {
  const alone = names.filter(({ version }) => version === undefined);
  if (alone.length === 0) return;
  const params = { channel: channelOf(given) };
  const { current } = orFail(await given.client.call(routes.board, { params }));
  for (const { app } of alone) {
    const tried = current?.canaries[app]?.build;
    if (tried === undefined || tried === builds[app]) continue;
    const problem = `${tried} of ${app} is a canary, and ${builds[app]} is newer.`;
    fail('invalid', problem, `Say which: ${app}@${tried} or ${app}@${builds[app]}.`);
  }
}
