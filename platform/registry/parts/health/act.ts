import { namesBy, stateOf } from '../../src/audit/replay.ts';
import { beganAt, type MayNot, mayNot, planAutomatic, setOf } from '../../src/channel/automatic.ts';
import { askedOnce, completed } from '../../src/channel/complete.ts';
import { readRevision } from '../../src/channel/read-channel.ts';
import { readAvoided } from '../../src/channel/way-back.ts';
import type { Revision } from '../../src/contract/channel.ts';
import type { Verdict } from '../../src/contract/health.ts';
import type { Notice } from '../../src/contract/notice.ts';
import type { OrRefusal } from '../../src/contract/problem.ts';
import { theRegistry } from '../../src/contract/tokens.ts';
import type { PartContext } from '../../src/part/part.ts';
import { readFailing } from './failing.ts';
import type { HealthSettings } from './settings.ts';
import { verdictWords } from './words.ts';

/** What is to be done about a build, and why. */
export interface HealthAction {
  /** The revision that was judged; nothing is done if the channel has a newer one. */
  current: Revision;
  verdict: Verdict;
}

/** `began`: the revision that brought the build. */
type LeftToPeople = MayNot & { began: number };

/**
 * Pauses a canary or takes a live build back. Like any change it is one transaction and one entry of the log, for the
 * revision that was judged. If several processes try, one succeeds; for the others the channel has `moved`.
 */
export async function act(
  { appendRevision, notify }: Pick<PartContext, 'appendRevision' | 'notify'>,
  { current, verdict }: HealthAction,
  settings: HealthSettings,
  now: number,
): Promise<OrRefusal<Revision, 'moved'> | LeftToPeople> {
  const { channel, revision: expected } = current;
  const how = { channel, expected, actor: theRegistry, kind: 'urgent' } as const;
  const acted = await appendRevision<LeftToPeople>(how, async (trx, replay, after) => {
    const { app, build } = verdict;
    const state = { ...stateOf(replay, channel), current };
    const began = beganAt(state, verdict) ?? 0;
    const cause = await readRevision(trx, replay, channel, began);
    const others = cause === null ? [] : setOf(state, verdict, cause);
    const apps = [...new Set([app, ...others])];
    const isCanary = current.canaries[app]?.build === build;
    const nameOf = namesBy(replay);
    const reason = `${app} ${nameOf(build)} ${verdictWords(verdict, nameOf)}`;
    const at = new Date(now).toISOString();
    const kind = settings.recall ? 'recall' : 'rollback';
    const failing = askedOnce((builds) => readFailing(trx, channel, builds, { ...settings, now }));
    const plan = planAutomatic(
      { ...state, by: theRegistry.name, at, avoided: await readAvoided(replay, channel, failing) },
      { kind: isCanary ? 'hold' : kind, apps, reason },
    );
    if (!plan.ok) return { ...plan, began };
    const next = await completed(trx, replay, channel, plan.value, {
      // What goes back is not held to approvals.
      site: null,
      failing,
    });
    if (!next.ok) return { ...mayNot('unfit', next.problem), began };
    const made = { actor: theRegistry, at: now, reason, verdict };
    const appended = after(next.value.next, made);
    const { revision } = appended;
    const done = isCanary
      ? `The canary is paused: no browser gets it any more.`
      : `Back to ${apps.map((one) => `${one} ${nameOf(revision.builds[one] ?? '')}`).join(', ')}.`;
    const notice: Notice = {
      kind: isCanary ? 'held' : 'rolled-back',
      channel,
      app,
      build,
      revision: revision.revision,
      at,
      text: `${reason}. ${done}`,
      verdict,
    };
    await notify(trx, `done ${channel} ${revision.revision}`, notice);
    return { ok: true, value: appended };
  });
  if (acted.ok || acted.code !== 'unauthorized') return acted;
  // The registry acts without a token that could be revoked, so any other refusal is a fault.
  throw new Error(acted.problem);
}
