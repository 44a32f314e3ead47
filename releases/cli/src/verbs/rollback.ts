import { routes } from '@tallystick/registry/contract/routes';
import { allBuilds, findBuild, type NamedBuild, readName } from '../builds/find-build.ts';
import { reasonProblem } from '../command/reason.ts';
import {
  channelOf,
  channelOption,
  dryRunOption,
  type Given,
  reasonOption,
  type Verb,
} from '../command/verb.ts';
import { type Failure, failure, type Outcome } from '../outcome.ts';
import { makeChange } from './change.ts';

export const rollback: Verb = {
  name: 'rollback',
  takes: 'APP[@VERSION]… | --revision N  --reason WHY',
  summary: 'go back, all named apps as one revision',
  about: `Each app goes back to the build that was live before, or to the version named. A canary of it
ends; if there is one and no version is named, that is all. Nothing is deleted: history goes on
with one more revision, and promote brings a build back. With --recall the builds that are left
are recalled: open tabs leave them at once, not at their next navigation.`,
  options: {
    to: { type: 'string', value: 'VERSION', about: 'the version to go back to, of one app' },
    revision: { type: 'string', value: 'N', about: 'undo all of revision N, a whole release set' },
    recall: { type: 'boolean', about: 'it is urgent: open tabs leave the build at once' },
    reason: reasonOption,
    channel: channelOption,
    'dry-run': dryRunOption,
  },
  examples: [
    ['rollback mfe-ledger --reason "totals are wrong"', 'to the build before'],
    ['rollback mfe-ledger --recall --reason "it signs people out"', 'and out of open tabs'],
    ['rollback mfe-ledger --to 1.1.0 --reason "since 1.2.0"', 'further back'],
    ['rollback --revision 42 --reason "the set does not fit"', 'what one promote of several did'],
  ],
  run,
};

async function run(given: Given): Promise<Outcome> {
  const problem = reasonProblem(given);
  if (problem !== null) return problem;
  const revision = given.text('revision');
  if (revision !== undefined) return await undo(given, revision);
  const named = readNames(given);
  if (!named.ok) return named;
  const goals = await goalsOf(named.names, given);
  if (!goals.ok) return goals;
  const apps = named.names.map(({ app }) => app);
  const recall = given.flag('recall');
  return await makeChange(given, apps, (reason) => ({
    kind: 'rollback',
    apps,
    to: goals.to,
    recall,
    reason,
  }));
}

async function undo(given: Given, written: string): Promise<Outcome> {
  if (given.words.length > 0 || given.text('to') !== undefined) {
    return failure('usage', '--revision says all: it goes without apps and without --to.');
  }
  if (!/^[1-9]\d{0,14}$/.test(written)) {
    return failure('usage', '--revision is the number of a revision.', 'Look it up: history.');
  }
  const params = { channel: channelOf(given), revision: written };
  const undone = await given.client.call(routes.revision, { params });
  if (!undone.ok) return undone;
  const apps = undone.value.moves.map(({ app }) => app);
  const recall = given.flag('recall');
  return await makeChange(given, apps, (reason) => ({
    kind: 'undo',
    revision: Number(written),
    recall,
    reason,
  }));
}

function readNames({ words, text }: Given): { ok: true; names: NamedBuild[] } | Failure {
  if (words.length === 0) {
    return failure('usage', 'Name at least one app, or a revision by --revision.');
  }
  const names: NamedBuild[] = [];
  for (const word of words) {
    const name = readName(word);
    if ('ok' in name) return name;
    if (names.some(({ app }) => app === name.app)) {
      return failure('usage', `${name.app} is named twice.`);
    }
    names.push(name);
  }
  const to = text('to');
  const [first] = names;
  if (to === undefined || first === undefined) return { ok: true, names };
  if (names.length > 1 || first.version !== undefined) {
    return failure('usage', '--to is for one app.', 'For several: rollback a@1.0.0 b@2.0.0');
  }
  const goal = readName(`${first.app}@${to}`);
  if ('ok' in goal) return failure('usage', `--to ${to} is not a version such as 1.2.0.`);
  return { ok: true, names: [goal] };
}

async function goalsOf(
  names: readonly NamedBuild[],
  { client }: Given,
): Promise<{ ok: true; to: Record<string, string> } | Failure> {
  const withGoal = names.filter(({ version }) => version !== undefined);
  if (withGoal.length === 0) return { ok: true, to: {} };
  const published = await allBuilds(client);
  if (!published.ok) return published;
  const to: Record<string, string> = {};
  for (const name of withGoal) {
    const found = findBuild(name, published.value);
    if (!found.ok) return found;
    to[name.app] = found.build.build;
  }
  return { ok: true, to };
}
