import type { NewEntry } from '../audit/audit.ts';
import type { Recording } from '../audit/recorded-writes.ts';
import { newestOf, type Replay } from '../audit/replay.ts';
import type { Context } from '../context.ts';
import type { Revision } from '../contract/channel.ts';
import type { Verdict } from '../contract/health.ts';
import { type Refusal, refusal } from '../contract/problem.ts';
import { tellMovedApps } from '../notice/app-notices.ts';
import { endPreviews, linksEndedBy } from '../previews/ended-previews.ts';
import type { Result } from '../registry.ts';
import { noteRecall } from '../reports/recalls.ts';
import { signRevision } from '../signing/sign-rows.ts';
import type { SigningKey } from '../signing/signing-key.ts';
import type { WriteKind, Writer } from '../store/writes.ts';
import type { Next } from './goals.ts';

/** Who makes a revision, when and why. */
export interface Maker {
  actor: NewEntry['actor'];
  /** Milliseconds since 1970. */
  at: number;
  reason: string;
  /** Of what the registry itself does: why. */
  verdict?: Verdict;
}

/** The revision of a channel that follows `current` (null: the first). */
export function revisionAfter(
  replay: Replay,
  channel: string,
  current: Revision | null,
  next: Next,
  { actor, at, reason, verdict }: Maker,
): Revision {
  const ended = linksEndedBy(replay, current, next, at);
  return {
    channel,
    revision: (current?.revision ?? 0) + 1,
    ...next,
    ...(ended.length > 0 && { endedPreviews: ended }),
    at: new Date(at).toISOString(),
    by: actor.name,
    reason,
    ...(verdict && { verdict }),
  };
}

/**
 * Appends a revision if the newest one of its channel is still `expected` (0: there is none), as one
 * transaction: else `moved`. `decide` says what it is, or refuses.
 */
export async function appendRevision<F extends { ok: false }>(
  { write, key }: Pick<Context, 'write' | 'key'>,
  {
    channel,
    expected,
    actor,
    kind,
  }: { channel: string; expected: number; kind: WriteKind } & Pick<Maker, 'actor'>,
  decide: (trx: Writer, replay: Replay) => Promise<{ ok: true; value: Revision } | F>,
): Promise<Result<Revision, 'moved'> | Refusal<'unauthorized'> | F> {
  return await write(async (recording): Promise<Result<Revision, 'moved'> | F> => {
    const { trx, replay } = recording;
    const current = newestOf(replay, channel);
    const at = current?.revision ?? 0;
    if (at !== expected) {
      return refusal('moved', `${channel} is at revision ${at}, not at ${expected}`);
    }
    const decided = await decide(trx, replay);
    if (decided.ok) await writeRevision(recording, key, current, decided.value, actor);
    return decided;
  }, kind);
}

/** Writes a revision's row, its link in the audit chain, its signature, who runs what it recalls, which previews end, and what the teams of its apps are told. */
async function writeRevision(
  { trx, append }: Recording,
  key: SigningKey,
  current: Revision | null,
  revision: Revision,
  actor: Maker['actor'],
): Promise<void> {
  const { channel } = revision;
  const sequence = await append(actor, 'change', { revision }, revision.at);
  await trx
    .insertInto('revision')
    .values({ channel, revision: revision.revision, sequence, body: JSON.stringify(revision) })
    .execute();
  await signRevision(trx, key, revision);
  await endPreviews(trx, current, revision);
  if (revision.kind === 'recall') await noteRecall(trx, current, revision);
  await tellMovedApps(trx, revision);
}
