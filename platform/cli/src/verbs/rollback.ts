import { problemOf } from '@tallystick/registry/contract/cause';
import { type NamedBuild, parseName, readNames, versionsOf } from '../builds/named-build.ts';
import { requireReason } from '../command/reason.ts';
import { changeOptions, type Given, type Verb } from '../command/verb.ts';
import { Failed, type Failure, fail, type Outcome } from '../outcome.ts';
import { makeChange } from './change.ts';

export const rollback: Verb = {
  name: 'rollback',
  takes: 'APP[@VERSION]… | --revision N  --reason WHY',
  summary: 'go back, all named apps as one revision',
  about: `The live build of each app goes back to the one before that was not taken back since, or to the
version named, if it was live there; a canary of it ends. Where there is a canary, or one that
is paused, it is asked which of the two is meant; --live says it. To end a canary alone: abort.
Nothing is deleted: history goes on with one more revision, and promote brings a build back.
With --recall the builds that are left are recalled: open tabs leave them at once, not at their
next navigation, and nobody ships them before a manager resumes them. So it is with what an undo
(--revision) takes back.`,
  options: {
    to: { value: 'VERSION', about: 'the version to go back to, of one app' },
    live: { about: 'the live build is meant, not the canary beside it' },
    revision: { value: 'N', about: 'undo all of revision N, a whole release set' },
    recall: { about: 'it is urgent: open tabs leave the build at once' },
    ...changeOptions,
  },
  examples: [
    ['rollback mfe-notes --reason "totals are wrong"', 'to the build before'],
    ['rollback mfe-notes --recall --reason "it signs people out"', 'and out of open tabs'],
    ['rollback mfe-notes --to 1.1.0 --reason "since 1.2.0"', 'further back'],
    ['rollback --revision 42 --reason "the set does not fit"', 'what one promote of several did'],
  ],
  run,
};

async function run(given: Given): Promise<Outcome> {
  requireReason(given);
  const revision = given.text('revision');
  if (revision !== undefined) return await undo(given, revision);
  const names = readGoals(given);
  const to = versionsOf(names);
  const apps = names.map(({ app }) => app);
  const change = { kind: 'rollback', apps, to, recall: given.flag('recall') } as const;
  const meant = given.flag('live') ? [...apps] : [];
  for (;;) {
    const live = [...meant];
    try {
      return await makeChange(given, (reason) => ({ ...change, live, reason }));
    } catch (error) {
      const app = error instanceof Failed ? await liveMeant(error.failure, given) : null;
      if (app === null || meant.includes(app)) throw error;
      meant.push(app);
    }
  }
}

/** The app of which a person says that the live build is meant, where the registry has found that it may be the canary. */
async function liveMeant({ cause }: Failure, { io, json }: Given): Promise<string | null> {
  if (cause?.code !== 'ambiguous' || io.ask === null || json) return null;
  const { app, live } = cause;
  io.note(`${problemOf(cause)}.`);
  const said = await io.ask(`Take ${app} ${live}, the live build, back? (yes; anything else: no) `);
  return said.trim() === 'yes' ? app : null;
}

async function undo(given: Given, written: string): Promise<Outcome> {
  if (given.words.length > 0 || given.text('to') !== undefined || given.flag('live')) {
    fail('usage', '--revision says all: it goes without apps, without --to and without --live.');
  }
  if (!/^[1-9]\d{0,14}$/.test(written)) {
    fail('usage', '--revision is the number of a revision.', 'Look it up: history.');
  }
  const change = { kind: 'undo', revision: Number(written), recall: given.flag('recall') } as const;
  return await makeChange(given, (reason) => ({ ...change, reason }));
}

function readGoals({ words, text }: Given): NamedBuild[] {
  if (words.length === 0) fail('usage', 'Name at least one app, or a revision by --revision.');
  const names = readNames(words);
  const to = text('to');
  if (to === undefined) return names;
  const [first, ...others] = names;
  if (first === undefined || others.length > 0 || first.version !== undefined) {
    return fail('usage', '--to is for one app.', 'For several: rollback a@1.0.0 b@2.0.0');
  }
  const goal = parseName(`${first.app}@${to}`);
  return [goal ?? fail('usage', `--to ${to} is not a version such as 1.2.0.`)];
}
