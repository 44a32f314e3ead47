import type { AuditLog } from '../audit/log.ts';
import type { Revision } from '../contract/channel.ts';
import type { Verdict } from '../contract/health.ts';
import type { Actor } from '../contract/tokens.ts';
import { noteRecall } from '../reports/recalls.ts';
import { signRevision } from '../signing/sign-rows.ts';
import type { SigningKey } from '../signing/signing-key.ts';
import type { Writer } from '../store/writes.ts';
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

/** What states a revision, and what tells of it. */
export interface AppendParts {
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
 * Appends a revision: its row, its link in the audit chain, what is signed of it, and who runs what
 * it recalls.
 */
export async function appendRevision(
  trx: Writer,
  { key, audit }: AppendParts,
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
