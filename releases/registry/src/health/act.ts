import { locksOf, newestOf, pastsOf, type Replay } from '../audit/replay.ts';
import { type AppendParts, appendRevision } from '../channel/append.ts';
import { beganAt, type MayNot, mayNot, setOf } from '../channel/automatic.ts';
import { completed } from '../channel/complete.ts';
import { planAutomatic } from '../channel/plan.ts';
import { readRevision } from '../channel/read-channel.ts';
import type { Revision } from '../contract/channel.ts';
import type { Verdict } from '../contract/health.ts';
import type { Notice } from '../contract/notice.ts';
import { registryName } from '../contract/tokens.ts';
import { putNotice } from '../notice/notices.ts';
import type { Write, Writer } from '../store/writes.ts';
import { verdictWords } from './words.ts';

/** Who does what nobody asked for. No token has this id or name. */
const theRegistry = { tokenId: 'registry', name: registryName };

/** What is to be done about a build, and on what grounds. */
export interface HealthAction {
  /** The revision that the verdict is of; nothing is done if the channel has moved on. */
  current: Revision;
  verdict: Verdict;
  recall: boolean;
}

export type Done =
  | { ok: true; revision: Revision }
  /** Somebody was faster: it is looked at again. */
  | { ok: false; code: 'moved' }
  /** `began`: the revision that brought the build. */
  | (MayNot & { began: number });

/**
 * Holds a canary or takes a live build back, by the same way as any change: one transaction, one
 * link of the chain, for the revision that was looked at. Of several processes one does it.
 */
export async function act(
  { write, ...parts }: AppendParts & { write: Write },
  action: HealthAction,
  now: number,
): Promise<Done> {
  return await write(async (trx): Promise<Done> => {
    const replay = await parts.audit.follow(trx);
    const newest = newestOf(replay, action.current.channel);
    if (newest?.revision !== action.current.revision) return { ok: false, code: 'moved' };
    return await decide(trx, replay, parts, action, now);
  }, 'urgent');
}

async function decide(
  trx: Writer,
  replay: Replay,
  parts: AppendParts,
  { current, verdict, recall }: HealthAction,
  now: number,
): Promise<Done> {
  const { channel } = current;
  const { app, build } = verdict;
  const locks = locksOf(replay, channel);
  const own = pastsOf(replay, channel, [app]);
  const began = beganAt({ current, past: own }, verdict) ?? 0;
  const cause = await readRevision(trx, replay, channel, began);
  const named = (cause?.moves ?? []).map((move) => move.app);
  const past = pastsOf(replay, channel, [...new Set([app, ...named])]);
  const state = { current, past, locks };
  const others = cause === null ? [] : setOf(state, verdict, cause);
  const apps = [...new Set([app, ...others])];
  const isCanary = current.canaries[app]?.build === build;
  const reason = `${app} ${build} ${verdictWords(verdict)}`;
  const at = new Date(now).toISOString();
  const kind = recall ? 'recall' : 'rollback';
  const plan = planAutomatic(state, isCanary ? { kind: 'hold', apps, at, reason } : { kind, apps });
  if (!plan.ok) return { ...plan, began };
  const next = await completed(trx, replay, channel, plan.value);
  if (!next.ok) return { ...mayNot('unfit', next.problem), began };
  const revision = await appendRevision(trx, parts, {
    channel,
    current,
    next: next.value,
    actor: theRegistry,
    reason,
    at: now,
    verdict,
  });
  const done = isCanary
    ? `The canary is held: no browser gets it any more.`
    : `Back to ${apps.map((one) => `${one} ${revision.builds[one]}`).join(', ')}.`;
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
  await putNotice(trx, `done ${channel} ${revision.revision}`, notice);
  return { ok: true, revision };
}
