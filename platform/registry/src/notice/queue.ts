import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../store/writes.ts';
import { send, type WebhookSettings } from './send.ts';
import { shaped } from './shaped.ts';

/** A notice that a process has taken is left to it for so long, in milliseconds. */
const turn = 60_000;
/** The first pause after a failure, which doubles with each, and the longest; milliseconds. */
const firstPause = 2_000;
const maxPause = 3_600_000;
/** How long a notice is tried, in milliseconds. */
const triedFor = 2 * 86_400_000;

/** A webhook, and the notices that wait for it in a table. */
export interface Hook extends WebhookSettings {
  /** A table with the columns of `notice`. */
  table: string;
  /** The owner of the webhook. An owner's webhooks get their notices one at a time. */
  owner: string;
  /** Which rows of the table wait for it; absent: all. */
  own?: RawBuilder<unknown>;
}

/**
 * Sends the next notice that is due, which no other process takes meanwhile; whether there was one, and the webhook
 * took it. One that it did not take is due again after a pause.
 */
export async function sendNext(db: Reader, hook: Hook, now: () => number): Promise<boolean> {
  const notice = await take(db, hook, now());
  if (notice === undefined) return false;
  const { id, body, tries } = notice;
  const sent = await send(hook, String(id), shaped(hook.shape ?? 'plain', { id, ...body }));
  const at = new Date(now()).toISOString();
  const pause = Math.min(maxPause, firstPause * 2 ** Math.min(20, tries - 1));
  const next = new Date(now() + pause).toISOString();
  const table = sql.table(hook.table);
  // If the notice is due at another time by now, for example because the address changed, that time stays.
  await (sent
    ? sql`update ${table} set sent_at = ${at}::timestamptz, next_at = null where id = ${id}`
    : sql`update ${table} set next_at = ${next}::timestamptz where id = ${id} and tries = ${tries}`
  ).execute(db);
  return sent;
}

/** Gives up what nobody took for two days, also if it was tried by nobody, for want of a webhook. */
export async function giveUpOld(db: Reader, table: string, now: number): Promise<void> {
  const oldest = new Date(now - triedFor).toISOString();
  await sql`
    update ${sql.table(table)} set next_at = null
    where next_at is not null and made_at < ${oldest}::timestamptz`.execute(db);
}

async function take(db: Reader, { table, own }: Hook, now: number) {
  const at = new Date(now).toISOString();
  const until = new Date(now + turn).toISOString();
  const { rows } = await sql<{ id: number; body: object; tries: number }>`
    update ${sql.table(table)} set next_at = ${until}::timestamptz, tries = tries + 1
    where id = (
      select id from ${sql.table(table)} where next_at <= ${at}::timestamptz
      ${own === undefined ? sql`` : sql`and ${own}`}
      order by id limit 1 for update skip locked)
    returning id, body, tries`.execute(db);
  return rows[0];
}
