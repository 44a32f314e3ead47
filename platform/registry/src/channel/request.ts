import { didYouMean } from '@tallystick/contract/nearest';
import type { Result } from '@tallystick/contract/result';
import { type Replay, stateOf } from '../audit/replay.ts';
import type { Context } from '../context.ts';
import type { ChangeAnswer, ChangeRequest } from '../contract/change-request.ts';
import type { Change, Revision } from '../contract/channel.ts';
import { type OrRefusal, type Refusal, refusal } from '../contract/problem.ts';
import type { Actor } from '../contract/tokens.ts';
import type { Reader } from '../store/writes.ts';
import { type Appended, openAppending } from './append.ts';
import { appsOf, decide, failingBy, notAllowed, writeKindOf } from './decide.ts';
import { lostWidgets } from './lost-widgets.ts';
import { resolved } from './named-builds.ts';
import { canaryWanted } from './plan.ts';
import { isArranged } from './plan-slots.ts';
import { areSameCanaries, rampAfter } from './ramp.ts';
import type { Past } from './stack.ts';
import { areSameAppValues, configured } from './values.ts';
import { wayBackNotes } from './way-back.ts';

/** The channel is as wished: there is nothing to append. */
interface Already {
  ok: false;
  code: 'already';
  revision: Revision;
}

type Decided = Result<
  { appended: Appended; change: Change; notes: readonly string[] },
  Refusal | Already
>;

/** Answers what somebody asks of a channel: resolves names and judges once, then makes the change or only shows it. */
export function openRequests(context: Context) {
  const { db, audit, hooks, site, flushReports, now } = context;
  const appendRevision = openAppending(context);

  return async (
    channel: string,
    actor: Actor,
    request: ChangeRequest,
  ): Promise<OrRefusal<ChangeAnswer>> => {
    const { change, dryRun } = request;
    const mayNot = notAllowed(actor, change);
    if (mayNot) return mayNot;
    const asked = { actor, channel, at: now(), hooks, site };
    if (dryRun) {
      const decided = await decideRequest(db, await audit.follow(), request, asked);
      if (!decided.ok) return answerOf(decided);
      const { appended, change: meant, notes } = decided.value;
      const { revision } = appended;
      return { ok: true, value: { outcome: 'would-be', revision, change: meant, ...said(notes) } };
    }
    // For the progress of a recall only: it is made even if reports cannot be written.
    if ('recall' in change && change.recall) await flushReports().catch(() => {});
    const how = { channel, actor, kind: writeKindOf(change) };
    let notes: readonly string[] = [];
    const made = await appendRevision<Refusal | Already>(how, async (trx, replay) => {
      const decided = await decideRequest(trx, replay, request, { ...asked, at: now() });
      if (!decided.ok) return decided;
      ({ notes } = decided.value);
      return { ok: true, value: decided.value.appended };
    });
    return made.ok
      ? { ok: true, value: { outcome: 'made', revision: made.value, ...said(notes) } }
      : answerOf(made);
  };
}

const said = (notes: readonly string[]) => notes.length > 0 && { notes: [...notes] };

function answerOf(refused: Refusal | Already): OrRefusal<ChangeAnswer> {
  if (refused.code !== 'already') return refused;
  return { ok: true, value: { outcome: 'already', revision: refused.revision } };
}

async function decideRequest(
  db: Reader,
  replay: Replay,
  { change: named, seen }: ChangeRequest,
  asked: Omit<Parameters<typeof decide>[2], 'change'>,
): Promise<Decided> {
  const { channel } = asked;
  const meant = await resolved({ db, replay, channel }, named);
  if (!meant.ok) return meant;
  const change = meant.value;
  // What is live in another channel is known only now.
  const mayNot = notAllowed(asked.actor, change);
  if (mayNot) return mayNot;
  if (change.kind !== 'undo' && appsOf(change).length === 0) {
    return refusal('invalid', 'this names no app');
  }
  const { current, past } = stateOf(replay, channel);
  const absent = current && absentApp(change, current);
  if (current !== null && absent === null && isAlready(current, change)) {
    return { ok: false, code: 'already', revision: current };
  }
  const moved = seen === undefined ? null : movedSince(seen, current, past, change);
  const refused = moved ?? absent;
  if (refused) return refused;
  const failing = failingBy(db, asked);
  const decided = await decide(db, replay, { ...asked, change }, failing);
  if (!decided.ok) return decided;
  const { appended, notes: judged } = decided.value;
  const { revision } = appended;
  const notes = [
    ...judged,
    ...(await wayBackNotes(replay, change, revision, failing)),
    ...(await lostWidgets(db, revision)),
  ];
  return { ok: true, value: { appended, change, notes } };
}

/** An app that goes back, or off the site, or is configured, and is not there. */
function absentApp(change: Change, { channel, builds }: Revision): Refusal | null {
  const { kind } = change;
  if (!['rollback', 'abort', 'remove', 'configure', 'ramp'].includes(kind)) return null;
  const absent = appsOf(change).find((app) => builds[app] === undefined);
  if (absent === undefined) return null;
  const guess = didYouMean(absent, Object.keys(builds));
  return refusal('unknown', `${absent} is not in ${channel}.${guess}`, 'What is: status.');
}

/** Whether the channel is as a promotion, an abort, or going back to a version, wishes it to be. */
function isAlready(current: Revision, change: Change): boolean {
  switch (change.kind) {
    case 'promote':
      return Object.entries(change.builds).every(
        ([app, build]) => current.builds[app] === build && current.canaries[app] === undefined,
      );
    case 'canary':
      return Object.entries(change.builds).every(([app, build]) =>
        areSameCanaries(current.canaries[app], canaryWanted(build, change)),
      );
    case 'rollback':
      // What names no build is never as wished: it goes one further back each time.
      return (
        !change.recall &&
        change.apps.every(
          (app) =>
            change.to[app] !== undefined &&
            current.builds[app] === change.to[app] &&
            current.canaries[app] === undefined,
        )
      );
    case 'abort':
      // Tabs may still run what has ended: a recall is made all the same.
      return !change.recall && change.apps.every((app) => current.canaries[app] === undefined);
    case 'ramp':
      return change.apps.every((app) => {
        const canary = current.canaries[app];
        const after = rampAfter(app, current.builds[app] ?? '', canary, change.order);
        return !('ok' in after) && areSameCanaries(after.canary, canary);
      });
    case 'slots':
      return isArranged(current, change);
    case 'configure': {
      const before = current.values?.[change.app] ?? null;
      const set = configured(before, change, current.revision + 1);
      return set.ok && areSameAppValues(before, set.value);
    }
    default:
      return false;
  }
}

/** What others have done to an app of the change since the revision that was seen. An undo is refused by itself then. */
function movedSince(
  seen: number,
  current: Revision | null,
  past: Past,
  change: Change,
): Refusal | null {
  const at = current?.revision ?? 0;
  if (seen > at) return refusal('moved', `the newest revision is ${at}, and ${seen} is named`);
  const [last] = appsOf(change)
    .flatMap((app) => past.get(app)?.newest ?? [])
    .filter(({ revision }) => revision > seen)
    .sort((one, other) => other.revision - one.revision);
  if (last === undefined) return null;
  const { app, by, revision, reason } = last;
  const build = current?.builds[app] ?? 'nothing';
  return refusal(
    'moved',
    `${app} was moved meanwhile: ${by} made revision ${revision} (${reason}), it is at ${build} now.`,
    'Look at the status, and if you still want yours, run it again.',
  );
}
