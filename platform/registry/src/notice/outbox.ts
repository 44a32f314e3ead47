import { every } from '@tallystick/store/repeat';
import type { Context } from '../context.ts';
import { fingerprintOf, webhookSecret } from '../webhooks/webhooks.ts';
import { giveUpOld, type Hook, sendNext } from './queue.ts';

/** How many notices one webhook is sent before the next look. */
const atOnce = 20;

/**
 * Sends notices to the webhook of the registry and to those of apps, the oldest first, each until it was taken. They
 * lie in the store: a restart, and several processes, make no difference. One may arrive twice if a process ends
 * before it has noted that it was taken; its id (`x-tallystick-notice`) is the same then. All webhooks side by side;
 * where one does not take a notice, its others wait for the next look.
 *
 * @param pace between two looks, in milliseconds
 */
export function openOutbox(
  { db, audit, key, webhook, now }: Pick<Context, 'db' | 'audit' | 'key' | 'webhook' | 'now'>,
  pace: number,
  tellsApps: boolean,
): { close(): Promise<void> } {
  let closed = false;
  /** Webhooks that are being told, by their apps: one that is slow keeps no other waiting. */
  const busy = new Map<string | undefined, Promise<void>>();

  async function appHooks(): Promise<Hook[]> {
    const rows = await db.selectFrom('app_webhook').selectAll().execute();
    if (rows.length === 0) return [];
    const { webhooks } = await audit.follow();
    return rows.flatMap((row): Hook[] => {
      const known = webhooks.get(row.app);
      // Only to an address that a manager has set: the row alone could be anybody's.
      const isSet = known?.fingerprint === fingerprintOf(row, row.url);
      if (!isSet || audit.isDoubtful(known.sequence)) return [];
      const { app, id, url } = row;
      return [{ table: 'app_notice', app, id, url, secret: webhookSecret(key, id) }];
    });
  }

  async function tell(hook: Hook): Promise<void> {
    for (let sent = 0; sent < atOnce && !closed; sent += 1) {
      if (!(await sendNext(db, hook, now))) return;
    }
  }

  const looks = every(pace, async () => {
    const hooks: Hook[] = webhook === undefined ? [] : [{ ...webhook, table: 'notice' }];
    if (tellsApps) hooks.push(...(await appHooks()));
    // Once for each table, however many webhooks there are.
    for (const table of new Set(hooks.map((hook) => hook.table))) {
      await giveUpOld(db, table, now());
    }
    for (const hook of hooks.filter(({ app }) => !busy.has(app))) {
      const told = tell(hook).catch(() => {});
      const settled = told.finally(() => busy.delete(hook.app));
      busy.set(hook.app, settled);
    }
  });
  return {
    close: async () => {
      closed = true;
      await looks.close();
      await Promise.all(busy.values());
    },
  };
}
