import { appNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { logView } from '../../src/audit/log-view.ts';
import { type AppWebhook, appWebhookSchema } from './contract/app-webhook.ts';

const setSchema = v.object({ ...appWebhookSchema.entries, fingerprint: v.string() });
const removedSchema = v.object({ app: appNameSchema });

/** A webhook by the log, with the fingerprint of its address and the entry that set it. */
interface ChainedWebhook {
  webhook: AppWebhook;
  fingerprint: string;
  sequence: number;
}

/** The webhooks that managers have set, by app. */
export const webhookLog = logView(
  () => new Map<string, ChainedWebhook>(),
  (webhooks, { action, detail, sequence }) => {
    if (action === 'webhook') {
      const { fingerprint, ...webhook } = v.parse(setSchema, detail);
      webhooks.set(webhook.app, { webhook, fingerprint, sequence });
    } else if (action === 'webhook-remove') {
      webhooks.delete(v.parse(removedSchema, detail).app);
    }
  },
);
