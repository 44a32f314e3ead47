import { sql } from 'kysely';
import type { Reader } from '../store/writes.ts';

/** A notice that a process has taken is left to it for so long, in milliseconds. */
const turn = 60_000;
/** The first pause after a failure, which doubles with each, and the longest; milliseconds. */
const firstPause = 2_000;
const maxPause = 3_600_000;
/** How long a notice is tried, in milliseconds. */
const triedFor = 2 * 86_400_000;

/** Notices that wait in a table, of one app or all of it. */
export interface Queue {
  table: 'notice' | 'app_notice';
  /** Of `app_notice`: whose. */
  app?: string;
}

/**
 * Sends the next notice that is due, which no other process takes meanwhile; undefined: none is. One that was not
 * taken is due again after a pause.
 */
export async function sendNext(
  db: Reader,
  queue: Queue,
  now: () => number,
  send: (id: string, body: string) => Promise<boolean>,
): Promise<boolean | undefined> {
  const notice = await take(db, queue, now());
  if (notice === undefined) return undefined;
  const { id, body, tries } = notice;
  const sent = await send(String(id), JSON.stringify({ id, ...body }));
  const at = new Date(now()).toISOString();
  const pause = Math.min(maxPause, firstPause * 2 ** Math.min(20, tries - 1));
  const next = new Date(now() + pause).toISOString();
  const own = db.updateTable(queue.table).where('id', '=', id);
  // Where it is due otherwise by now, as for another address, that stays.
  await (sent
    ? own.set({ sent_at: at, next_at: null })
    : own.set({ next_at: next }).where('tries', '=', tries)
  ).execute();
  return sent;
}

/** Gives up what nobody took for two days, also if it was tried by nobody, for want of a webhook. */
export async function giveUpOld(db: Reader, table: Queue['table'], now: number): Promise<void> {
  await db
    .updateTable(table)
    .set({ next_at: null })
    .where('next_at', 'is not', null)
    .where('made_at', '<', new Date(now - triedFor))
    .execute();
}

async function take(db: Reader, { table, app }: Queue, now: number) {
  const at = new Date(now).toISOString();
  const until = new Date(now + turn).toISOString();
  const { rows } = await sql<{ id: number; body: object; tries: number }>`
    update ${sql.table(table)} set next_at = ${until}::timestamptz, tries = tries + 1
    where id = (
      select id from ${sql.table(table)} where next_at <= ${at}::timestamptz
      ${app === undefined ? sql`` : sql`and app = ${app}`}
      order by id limit 1 for update skip locked)
    returning id, body, tries`.execute(db);
  return rows[0];
}
