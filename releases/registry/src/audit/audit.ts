import type { AuditEntry } from '../contract/history.ts';
import type { Actor } from '../contract/tokens.ts';
import type { Reader, Writer } from '../store/writes.ts';
import { linkAfter } from './chain.ts';

/** What is appended to the chain. The token's id is added to the detail. */
export interface Deed {
  actor: Pick<Actor, 'tokenId' | 'name'>;
  action: AuditEntry['action'];
  detail: Record<string, unknown>;
  /** ISO time. */
  at: string;
}

/** Appends a link, in the transaction of the change that it tells of. Returns its sequence. */
export async function appendAudit(
  db: Writer,
  { actor, action, detail, at }: Deed,
): Promise<number> {
  const previous = await db
    .selectFrom('audit')
    .select(['sequence', 'hash'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { previousHash, ...link } = linkAfter(previous ?? null, {
    at,
    by: actor.name,
    action,
    detail: { ...detail, token: actor.tokenId },
  });
  await db
    .insertInto('audit')
    .values({ ...link, detail: JSON.stringify(link.detail), previous_hash: previousHash })
    .execute();
  return link.sequence;
}

/** Links before `before` (absent: from the newest), newest first. */
export async function readAudit(
  db: Reader,
  { before, limit }: { before?: number; limit: number },
): Promise<AuditEntry[]> {
  let query = db.selectFrom('audit').selectAll().orderBy('sequence', 'desc').limit(limit);
  if (before !== undefined) query = query.where('sequence', '<', before);
  return (await query.execute()).map(toEntry);
}

/** Up to `limit` links after a sequence, oldest first. */
export async function readChain(db: Reader, after: number, limit: number): Promise<AuditEntry[]> {
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map(toEntry);
}

function toEntry({
  at,
  previous_hash: previousHash,
  ...link
}: Omit<AuditEntry, 'at' | 'previousHash'> & { at: Date; previous_hash: string }): AuditEntry {
  return { ...link, at: at.toISOString(), previousHash };
}
