import { send, type WebhookSettings } from '../../src/notice/send.ts';
import type { Receiver } from './send-on.ts';

/** Posts each entry by itself, signed as notices are. */
export function webhookReceiver(hook: WebhookSettings): Receiver {
  return {
    name: 'webhook',
    send: async (entries) => {
      let taken = 0;
      for (const entry of entries) {
        const body = JSON.stringify({ kind: 'audit', ...entry });
        if (!(await send(hook, `audit-${entry.sequence}`, body))) break;
        taken += 1;
      }
      return taken;
    },
  };
}
