import { randomBytes } from 'node:crypto';
import { frontierBytes, withLeaf } from '@tallystick/tile-log/tree';
import type { AuditEntry } from '../contract/history.ts';
import type { Actor } from '../contract/tokens.ts';
import type { Writer } from '../store/writes.ts';
import { type LogEnd, leafOf, type Recorded, type Seal } from './seal.ts';

/** What is appended to the log. The token's id is added to the detail, and the person. */
export interface NewEntry {
  actor: Pick<Actor, 'tokenId' | 'name' | 'trust' | 'person'>;
  action: AuditEntry['action'];
  detail: Record<string, unknown>;
  /** ISO time. */
  at: string;
  /** SHA-256, in hexadecimal digits, of what readers are told of it; absent: nothing. */
  attestation?: string;
}

/** Appends an entry and its seal. Returns the sequence of its row. */
export async function appendEntry(db: Writer, seal: Seal, entry: NewEntry): Promise<number> {
  const { actor, action, detail: given, at, attestation = null } = entry;
  const { tokenId: token, person } = actor;
  const detail = { ...given, token, ...(person && { person }) };
  const sequence = Math.max(await lastOf(db, 'audit'), await lastOf(db, 'log_entry')) + 1;
  const recorded = { at, by: actor.name, action, detail };
  await db
    .insertInto('audit')
    .values({ sequence, ...recorded, detail: JSON.stringify(detail) })
    .execute();
  const end = await readEnd(db, seal);
  await sealEntry(db, seal, end, recorded, { sequence, attestation });
  return sequence;
}

/** The highest sequence in a table; 0: it is empty. A row may have gone whose seal is there. */
async function lastOf(db: Writer, table: 'audit' | 'log_entry'): Promise<number> {
  const { last } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.max('sequence').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

/** Before the first entry. */
export const beginning: LogEnd = { size: 0, frontier: [] };

/** Where the log ends. What follows in the table and is not of the registry is passed over: its numbers are given again. */
async function readEnd(db: Writer, seal: Seal): Promise<LogEnd> {
  for (let below: number | undefined; ; ) {
    let query = db
      .selectFrom('log_entry')
      .select(['number', 'leaf', 'frontier', 'checkpoint'])
      .orderBy('number', 'desc')
      .limit(1);
    if (below !== undefined) query = query.where('number', '<', below);
    const row = await query.executeTakeFirst();
    if (row === undefined) return beginning;
    const opened = seal.openEntry(row);
    if (opened !== null) return { size: row.number, frontier: opened.frontier };
    below = row.number;
  }
}

/** Seals what is recorded in a row of the table of entries, as the next of the log. Returns where the log ends then. */
export async function sealEntry(
  db: Writer,
  seal: Seal,
  { size, frontier }: LogEnd,
  recorded: Recorded,
  { sequence, attestation }: { sequence: number; attestation: string | null },
): Promise<LogEnd> {
  const salt = randomBytes(16);
  const leaf = leafOf(recorded, salt, attestation);
  const grown = withLeaf(frontier, size, leaf);
  const number = size + 1;
  const sealed = {
    ...{ sequence, salt, attestation, leaf, frontier: frontierBytes(frontier) },
    checkpoint: seal.sign(number, grown),
  };
  await db
    .insertInto('log_entry')
    .values({ number, ...sealed })
    .onConflict((taken) => taken.column('number').doUpdateSet(sealed))
    .execute();
  return { size: number, frontier: grown };
}
