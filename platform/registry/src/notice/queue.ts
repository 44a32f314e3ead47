import { sql } from 'kysely';
import type { WebhookSettings } from '../health/settings.ts';
import type { Reader } from '../store/writes.ts';
import { send } from './send.ts';

/** A notice that a process has taken is left to it for so long, in milliseconds. */
const turn = 60_000;
/** The first pause after a failure, which doubles with each, and the longest; milliseconds. */
const firstPause = 2_000;
const maxPause = 3_600_000;
/** How long a notice is tried, in milliseconds. */
const triedFor = 2 * 86_400_000;

/** A webhook, and the notices that wait for it in a table, of one app or all of it. */
export interface Hook extends WebhookSettings {
  table: 'notice' | 'app_notice';
  /** Of `app_notice`: whose, and the id of the webhook, which a manager may have changed since. */
  app?: string;
  id?: string;
}

/**
 * Sends the next notice that is due, which no other process takes meanwhile; whether there was one, and the webhook
 * took it. One that it did not take is due again after a pause.
 */
export async function sendNext(db: Reader, hook: Hook, now: () => number): Promise<boolean> {
  const notice = await take(db, hook, now());
  if (notice === undefined) return false;
  const { id, body, tries } = notice;
  const sent = await send(hook, String(id), JSON.stringify({ id, ...body }));
  const at = new Date(now()).toISOString();
  const pause = Math.min(maxPause, firstPause * 2 ** Math.min(20, tries - 1));
  const next = new Date(now() + pause).toISOString();
  const own = db.updateTable(hook.table).where('id', '=', id);
  // Where it is due otherwise by now, as for another address, that stays.
  await (sent
    ? own.set({ sent_at: at, next_at: null })
    : own.set({ next_at: next }).where('tries', '=', tries)
  ).execute();
  return sent;
}

/** Gives up what nobody took for two days, also if it was tried by nobody, for want of a webhook. */
export async function giveUpOld(db: Reader, table: Hook['table'], now: number): Promise<void> {
  await db
    .updateTable(table)
    .set({ next_at: null })
    .where('next_at', 'is not', null)
    .where('made_at', '<', new Date(now - triedFor))
    .execute();
}

async function take(db: Reader, { table, id }: Hook, now: number) {
  const at = new Date(now).toISOString();
  const until = new Date(now + turn).toISOString();
  const { rows } = await sql<{ id: number; body: object; tries: number }>`
    update ${sql.table(table)} set next_at = ${until}::timestamptz, tries = tries + 1
    where id = (
      select id from ${sql.table(table)} where next_at <= ${at}::timestamptz
      ${id === undefined ? sql`` : sql`and app = (select app from app_webhook where id = ${id})`}
      order by id limit 1 for update skip locked)
    returning id, body, tries`.execute(db);
  return rows[0];
}
