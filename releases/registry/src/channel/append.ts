import type { AuditLog } from '../audit/log.ts';
import { newestOf, type Replay } from '../audit/replay.ts';
import type { Revision } from '../contract/channel.ts';
import type { Verdict } from '../contract/health.ts';
import { type Refusal, refusal } from '../contract/problem.ts';
import type { Actor } from '../contract/tokens.ts';
import { noteRecall } from '../reports/recalls.ts';
import { signRevision } from '../signing/sign-rows.ts';
import type { SigningKey } from '../signing/signing-key.ts';
import type { Write, WriteKind, Writer } from '../store/writes.ts';
import type { Decided } from './complete.ts';

/** What is needed to make the next revision of a channel. */
export interface NextRevision {
  channel: string;
  /** The newest revision, or null before the first. */
  current: Revision | null;
  next: Decided;
  actor: Pick<Actor, 'tokenId' | 'name'>;
  reason: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Of what the registry itself does: why. */
  verdict?: Verdict;
}

export interface AppendParts {
  write: Write;
  key: SigningKey;
  audit: AuditLog;
}

/** The revision as it will be. */
export function revisionAfter(given: NextRevision): Revision {
  const { channel, current, next, actor, reason, at, verdict } = given;
  return {
    channel,
    revision: (current?.revision ?? 0) + 1,
    ...next,
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
  { write, ...parts }: AppendParts,
  { channel, expected, kind }: { channel: string; expected: number; kind: WriteKind },
  decide: (
    trx: Writer,
    replay: Replay,
    current: Revision | null,
  ) => Promise<{ ok: true; value: NextRevision } | F>,
): Promise<{ ok: true; value: Revision } | Refusal<'moved'> | F> {
  return await write(async (trx): Promise<{ ok: true; value: Revision } | Refusal<'moved'> | F> => {
    const replay = await parts.audit.follow(trx);
    const current = newestOf(replay, channel);
    const at = current?.revision ?? 0;
    if (at !== expected) {
      return refusal('moved', `${channel} is at revision ${at}, not at ${expected}`);
    }
    const decided = await decide(trx, replay, current);
    return decided.ok ? { ok: true, value: await append(trx, parts, decided.value) } : decided;
  }, kind);
}

/** Writes a revision's row, its link in the audit chain, its signature, and who runs what it recalls. */
async function append(
  trx: Writer,
  { key, audit }: Pick<AppendParts, 'key' | 'audit'>,
  given: NextRevision,
): Promise<Revision> {
  const { channel, current, actor } = given;
  const revision = revisionAfter(given);
  const { at } = revision;
  const detail = { revision };
  const sequence = await audit.append(trx, { actor, action: 'change', detail, at });
  await trx
    .insertInto('revision')
    .values({ channel, revision: revision.revision, sequence, body: JSON.stringify(revision) })
    .execute();
  await signRevision(trx, key, revision);
  if (revision.kind === 'recall') await noteRecall(trx, current, revision);
  return revision;
}
