import { every } from '@tallystick/store/repeat';
import type { Context } from '../context.ts';
import { giveUpOld, sendNext } from './queue.ts';
import { send } from './send.ts';

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
  const sending = every(pace, async () => {
    if (webhook === undefined) return;
    const post = (id: string, body: string) => send(webhook, id, body);
    await giveUpOld(db, 'notice', now());
    let more = true;
    while (more && !closed) {
      more = (await sendNext(db, { table: 'notice' }, now, post)) !== undefined;
    }
  });
  return {
    close: async () => {
      closed = true;
      await sending.close();
    },
  };
}
