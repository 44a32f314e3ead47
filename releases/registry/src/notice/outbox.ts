import { every } from '@tallystick/store/repeat';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { WebhookSettings } from '../health/settings.ts';
import type { Reader } from '../store/writes.ts';
import { forgetNotices } from './notices.ts';
import { send } from './send.ts';

/** A notice that a process has taken is left to it for so long, in milliseconds. */
const turn = 60_000;
/** The first pause after a failure, which doubles with each, and the longest; milliseconds. */
const firstPause = 2_000;
const maxPause = 3_600_000;
/** So often a notice is tried: for about two days. */
const maxTries = 60;

/**
 * Sends notices, the oldest first, each until it was taken. They lie in the store: a restart, and
 * several processes, make no difference. One may arrive twice if a process ends before it has noted
 * that it was taken; its id (`x-tallystick-notice`) is the same then.
 *
 * @param pace between two looks, in milliseconds
 */
export function openOutbox(
  { db, webhook, now }: Pick<Context, 'db' | 'webhook' | 'now'>,
  pace: number,
): { close(): Promise<void> } {
  let closed = false;

  async function sendAll(hook: WebhookSettings): Promise<void> {
    for (;;) {
      if (closed) return;
      const notice = await take(db, now());
      if (notice === undefined) return;
      const { id, body, tries } = notice;
      const sent = await send(hook, String(id), JSON.stringify({ id, ...body }));
      const at = new Date(now()).toISOString();
      const pause = Math.min(maxPause, firstPause * 2 ** Math.min(20, tries - 1));
      const next = tries >= maxTries ? null : new Date(now() + pause).toISOString();
      await db
        .updateTable('notice')
        .set(sent ? { sent_at: at, next_at: null } : { next_at: next })
        .where('id', '=', id)
        .execute();
    }
  }

  const sending = every(pace, async () => {
    if (webhook === undefined) return;
    await sendAll(webhook);
    await forgetNotices(db, now());
  });
  return {
    close: async () => {
      closed = true;
      await sending.close();
    },
  };
}

/** Takes the next notice that is due, so that no other process does. */
async function take(db: Reader, now: number) {
  const at = new Date(now).toISOString();
  const until = new Date(now + turn).toISOString();
  const { rows } = await sql<{ id: number; body: object; tries: number }>`
    update notice set next_at = ${until}::timestamptz, tries = tries + 1
    where id = (
      select id from notice where next_at <= ${at}::timestamptz
      order by id limit 1 for update skip locked)
    returning id, body, tries`.execute(db);
  return rows[0];
}
