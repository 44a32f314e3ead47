import { locksOf, newestOf, pastsOf } from '../audit/replay.ts';
import { type AppendParts, appendRevision } from '../channel/append.ts';
import {
  type AutomaticState,
  beganAt,
  type MayNot,
  mayNot,
  planHold,
  planWithdrawal,
  setOf,
} from '../channel/automatic.ts';
import { completed } from '../channel/complete.ts';
import { readRevision } from '../channel/read-channel.ts';
import type { Revision } from '../contract/channel.ts';
import type { Verdict } from '../contract/health.ts';
import type { Notice } from '../contract/notice.ts';
import { registryName } from '../contract/tokens.ts';
import { putNotice } from '../notice/notices.ts';
import { refuse } from '../refusals.ts';
import type { Write, Writer } from '../store/writes.ts';
import { verdictWords } from './words.ts';

/** Who does what nobody asked for. No token has this id or name. */
const theRegistry = { tokenId: 'registry', name: registryName };

/** What is to be done about a build, and on what grounds. */
export interface Deed {
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
  { current, verdict, recall }: Deed,
  now: number,
): Promise<Done> {
  let left: (MayNot & { began: number }) | null = null;
  const result = await write<Revision>(async (trx) => {
    const newest = newestOf(await parts.audit.follow(trx), current.channel);
    if (newest?.revision !== current.revision) return refuse('moved', 'somebody was faster');
    const decided = await decide(trx, parts, { current, verdict, recall }, now);
    if (!decided.ok) {
      left = decided;
      return refuse('invalid', decided.why);
    }
    return { ok: true, value: decided.revision };
  }, 'urgent');
  if (result.ok) return { ok: true, revision: result.value };
  return left ?? { ok: false, code: 'moved' };
}

async function decide(
  trx: Writer,
  parts: AppendParts,
  { current, verdict, recall }: Deed,
  now: number,
): Promise<{ ok: true; revision: Revision } | (MayNot & { began: number })> {
  const { channel } = current;
  const { app, build } = verdict;
  const replay = await parts.audit.follow(trx);
  const locks = locksOf(replay, channel);
  const own = pastsOf(replay, channel, [app]);
  const began = beganAt({ current, past: own }, verdict) ?? 0;
  const cause = await readRevision(trx, replay, channel, began);
  const named = (cause?.moves ?? []).map((move) => move.app);
  const past = pastsOf(replay, channel, [...new Set([app, ...named])]);
  const state: AutomaticState = { current, past, locks };
  const others = cause === null ? [] : setOf(state, verdict, cause);
  const apps = [...new Set([app, ...others])];
  const isCanary = current.canaries[app]?.build === build;
  const reason = `${app} ${build} ${verdictWords(verdict)}`;
  const at = new Date(now).toISOString();
  const plan = isCanary
    ? planHold(state, apps, { at, reason })
    : planWithdrawal(state, apps, recall);
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
