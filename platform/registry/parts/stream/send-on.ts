import { sql } from 'kysely';
import { readAuditOn } from '../../src/audit/read-entries.ts';
import { sentenceOf } from '../../src/contract/audit-sentence.ts';
import type { AuditEntry } from '../../src/contract/history.ts';
import type { Reader } from '../../src/store/writes.ts';

/** An entry, and what it says in words. */
export interface ToldEntry extends AuditEntry {
  sentence: string;
}

/** Where entries go. */
export interface Receiver {
  /** Names it among all; it goes on where it was also when its address changes. */
  name: string;
  /** Sends some entries, the oldest first; resolves to how many of them it took, from the first on. */
  send(entries: readonly ToldEntry[]): Promise<number>;
}

/** Entries between two looks. */
const atOnce = 100;
/** A process that sends has so long before another one takes over, in milliseconds. */
const turn = 120_000;
/** The first pause after a failure, which doubles with each, and the longest; milliseconds. */
const firstPause = 2_000;
const maxPause = 3_600_000;

/**
 * Sends what a receiver has not taken yet, in order and without a gap, from the first entry of the log on. One process
 * does at a time. An entry comes twice if a process ends before it has noted that it was taken.
 */
export async function sendOn(
  db: Reader,
  receiver: Receiver,
  { now, names }: { now: () => number; names: () => Promise<(build: string) => string> },
): Promise<void> {
  const place = await takeTurn(db, receiver.name, now());
  if (place === undefined) return;
  const read = await readAuditOn(db, place.sent, atOnce);
  const nameOf = await names();
  const entries = read.map((entry) => ({ ...entry, sentence: sentenceOf(entry, nameOf) }));
  const taken = await receiver.send(entries).catch(() => 0);
  const failed = taken < entries.length;
  const tries = failed ? place.tries + 1 : 0;
  const pause = failed ? Math.min(maxPause, firstPause * 2 ** Math.min(20, tries - 1)) : 0;
  const sent = entries[taken - 1]?.sequence ?? place.sent;
  await sql`
    update audit_stream
    set sent = ${sent}, tries = ${tries}, next_at = ${iso(now() + pause)}::timestamptz
    where receiver = ${receiver.name} and sent <= ${sent}`.execute(db);
}

async function takeTurn(db: Reader, name: string, now: number) {
  await sql`
    insert into audit_stream (receiver, sent, tries, next_at)
    values (${name}, 0, 0, ${iso(now)}::timestamptz)
    on conflict (receiver) do nothing`.execute(db);
  const { rows } = await sql<{ sent: number; tries: number }>`
    update audit_stream set next_at = ${iso(now + turn)}::timestamptz
    where receiver = ${name} and next_at <= ${iso(now)}::timestamptz
      and exists (select from log_entry where number > sent)
    returning sent, tries`.execute(db);
  return rows[0];
}

const iso = (at: number) => new Date(at).toISOString();
