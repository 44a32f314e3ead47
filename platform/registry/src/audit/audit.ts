import type { AuditEntry } from '../contract/history.ts';
import type { Actor } from '../contract/tokens.ts';
import type { Page } from '../registry.ts';
import type { Reader, Writer } from '../store/writes.ts';
import { linkAfter } from './chain.ts';
import { toEntry } from './read-links.ts';
import type { Head, LinkMac } from './walk.ts';

/** What is appended to the chain. The token's id is added to the detail. */
export interface NewEntry {
  actor: Pick<Actor, 'tokenId' | 'name' | 'trust'>;
  action: AuditEntry['action'];
  detail: Record<string, unknown>;
  /** ISO time. */
  at: string;
}

/** Appends a link with its keyed hash. Returns its sequence. */
export async function appendLink(
  db: Writer,
  mac: LinkMac,
  { actor, action, detail, at }: NewEntry,
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
  const { sequence, hash } = link;
  await db
    .insertInto('audit')
    .values({ ...link, detail: JSON.stringify(link.detail), previous_hash: previousHash })
    .execute();
  await writeMacs(db, mac, [{ sequence, hash }]);
  return sequence;
}

async function writeMacs(db: Writer, mac: LinkMac, links: readonly Head[]): Promise<void> {
  await db
    .insertInto('audit_mac')
    .values(links.map(({ sequence, hash }) => ({ sequence, mac: mac.of(hash) })))
    .onConflict((taken) =>
      taken.column('sequence').doUpdateSet(({ ref }) => ({ mac: ref('excluded.mac') })),
    )
    .execute();
}

/** How many keyed hashes are written at a time. */
const atOnce = 500;

/** Gives every link its keyed hash: those from before there were any, or with another key. */
export async function takeOverLinks(db: Writer, mac: LinkMac): Promise<void> {
  const links = await db.selectFrom('audit').select(['sequence', 'hash']).execute();
  for (let at = 0; at < links.length; at += atOnce) {
    await writeMacs(db, mac, links.slice(at, at + atOnce));
  }
}

/** Links before `before` (absent: from the newest), newest first. */
export async function readAudit(db: Reader, { before, limit }: Page): Promise<AuditEntry[]> {
  let query = db.selectFrom('audit').selectAll().orderBy('sequence', 'desc').limit(limit);
  if (before !== undefined) query = query.where('sequence', '<', before);
  return (await query.execute()).map(toEntry);
}
