import { every } from '@tallystick/store/repeat';
import type { Context } from '../context.ts';
import { fingerprintOf, webhookSecret } from '../webhooks/webhooks.ts';
import { giveUpOld, sendNext } from './queue.ts';
import { send } from './send.ts';

/** How many notices one app's webhook is sent before the next look. */
const atOnce = 20;

/**
 * Sends the notices of apps to their webhooks, as `openOutbox` does to the one of the registry. All apps side by
 * side; where one does not take a notice, its others wait for the next look.
 *
 * @param pace between two looks, in milliseconds
 */
export function openAppOutbox(
  { db, audit, key, now }: Pick<Context, 'db' | 'audit' | 'key' | 'now'>,
  pace: number,
): { close(): Promise<void> } {
  let closed = false;
  /** Of apps whose webhooks are being told: one that is slow keeps no other waiting. */
  const busy = new Map<string, Promise<void>>();

  async function sendOf({ app, id, url }: { app: string; id: string; url: string }) {
    const hook = { url, secret: webhookSecret(key, id) };
    const post = (notice: string, body: string) => send(hook, notice, body);
    for (let sent = 0; sent < atOnce && !closed; sent += 1) {
      if ((await sendNext(db, { table: 'app_notice', app }, now, post)) !== true) return;
    }
  }

  const sending = every(pace, async () => {
    const rows = await db.selectFrom('app_webhook').selectAll().execute();
    if (rows.length === 0) return;
    const { webhooks } = await audit.follow();
    // Only to an address that a manager has set: the row alone could be anybody's.
    const good = rows.filter((row) => {
      const known = webhooks.get(row.app);
      return (
        known !== undefined &&
        known.fingerprint === fingerprintOf(row, row.url) &&
        !audit.isDoubtful(known.sequence)
      );
    });
    await giveUpOld(db, 'app_notice', now());
    for (const row of good) {
      if (busy.has(row.app)) continue;
      const sent = sendOf(row).catch(() => {});
      busy.set(
        row.app,
        sent.then(() => void busy.delete(row.app)),
      );
    }
  });
  return {
    close: async () => {
      closed = true;
      await sending.close();
      await Promise.all(busy.values());
    },
  };
}
