import { every } from '@tallystick/store/repeat';
import type { Context } from '../context.ts';
import { giveUpOld, type Hook, sendNext } from './queue.ts';

/** How many notices one webhook is sent before the next look. */
const atOnce = 20;

/**
 * Sends notices to webhooks, the oldest first, each until it was taken. They lie in the store: a restart, and
 * several processes, make no difference. One may arrive twice if a process ends before it has noted that it was
 * taken; its id (`x-tallystick-notice`) is the same then. All webhooks side by side; where one does not take a notice,
 * its others wait for the next look.
 *
 * @param pace between two looks, in milliseconds
 * @param hooksNow which webhooks there are
 */
export function openOutbox(
  { db, now }: Pick<Context, 'db' | 'now'>,
  pace: number,
  hooksNow: () => Promise<readonly Hook[]>,
): { close(): Promise<void> } {
  let closed = false;
  /** Webhooks that are being told, by their owners: one that is slow keeps no other waiting. */
  const busy = new Map<string, Promise<void>>();

  async function tell(hook: Hook): Promise<void> {
    for (let sent = 0; sent < atOnce && !closed; sent += 1) {
      if (!(await sendNext(db, hook, now))) return;
    }
  }

  const looks = every(pace, async () => {
    const hooks = await hooksNow();
    // Once for each table, however many webhooks there are.
    for (const table of new Set(hooks.map((hook) => hook.table))) {
      await giveUpOld(db, table, now());
    }
    for (const hook of hooks.filter(({ owner }) => !busy.has(owner))) {
      const told = tell(hook).catch(() => {});
      const settled = told.finally(() => busy.delete(hook.owner));
      busy.set(hook.owner, settled);
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
