import { randomBytes } from 'node:crypto';
import { type OrRefusal, refusal } from '../../src/contract/problem.ts';
import type { Actor } from '../../src/contract/tokens.ts';
import { privateAddressNote } from '../../src/network/private-address.ts';
import type { PartContext } from '../../src/part/part.ts';
import { unlessManager, unlessMay } from '../../src/refusals.ts';
import type { AppWebhookState, NewAppWebhook, SetAppWebhook } from './contract/app-webhook.ts';
import { fingerprintOf, secretOf } from './fingerprint.ts';
import { webhookLog } from './log-view.ts';
import type { WebhookTables } from './tables.ts';

/** Where teams get notices of their apps. */
export interface AppWebhooks {
  /** An app's webhook, and whether notices arrive there; for the app's publishers and for managers. */
  state(actor: Actor, app: string): Promise<OrRefusal<AppWebhookState>>;
  /** Sets the webhook or replaces it; also for an app without builds. */
  set(actor: Actor, app: string, webhook: NewAppWebhook): Promise<OrRefusal<SetAppWebhook>>;
  /** Removes it; notices that were not sent yet are dropped. */
  remove(actor: Actor, app: string, reason: string): Promise<OrRefusal<null>>;
}

/**
 * The address of a webhook is often all that one needs to post there, so a single row holds it. The audit log has only
 * its origin, and a digest that the row must match.
 */
export function openAppWebhooks({ db, audit, secret, write }: PartContext): AppWebhooks {
  return {
    state: async (actor, app) => {
      const mayNot = unlessMay(actor, [app], 'preview');
      if (mayNot) return mayNot;
      const { waiting, tries, taken } = await db
        .withTables<WebhookTables>()
        .selectFrom('app_notice')
        .where('app', '=', app)
        .select(({ fn }) => [
          fn.countAll<number>().filterWhere('next_at', 'is not', null).as('waiting'),
          fn.max('tries').filterWhere('next_at', 'is not', null).as('tries'),
          fn.max('sent_at').as('taken'),
        ])
        .executeTakeFirstOrThrow();
      const webhook = webhookLog.of(await audit.follow()).get(app)?.webhook ?? null;
      const lastTakenAt = taken?.toISOString() ?? null;
      return { ok: true, value: { webhook, waiting, tries: tries ?? 0, lastTakenAt } };
    },

    set: async (actor, app, { url, reason, shape = 'plain' }) => {
      const mayNot = unlessManager(actor, 'say where an app is told of itself');
      if (mayNot) return mayNot;
      const note = await privateAddressNote(url, 'tells it');
      const { origin } = new URL(url);
      return write(async ({ trx, at, append }) => {
        const tables = trx.withTables<WebhookTables>();
        const id = randomBytes(8).toString('hex');
        const made = { app, id, origin, createdAt: at, createdBy: actor.name, reason };
        const webhook = { ...made, ...(shape !== 'plain' && { shape }) };
        await append(actor, 'webhook', { ...webhook, fingerprint: fingerprintOf(webhook, url) });
        await tables
          .insertInto('app_webhook')
          .values({ app, id, url })
          .onConflict((taken) => taken.column('app').doUpdateSet({ id, url }))
          .execute();
        // Notices that failed at the old address are sent to the new one at once.
        await tables
          .updateTable('app_notice')
          .set({ next_at: at, tries: 0 })
          .where('app', '=', app)
          .where('next_at', 'is not', null)
          .execute();
        return { ok: true, value: { webhook, secret: secretOf(secret, id), note } };
      });
    },

    remove: async (actor, app, reason) => {
      const mayNot = unlessManager(actor, 'say where an app is told of itself');
      if (mayNot) return mayNot;
      return write(async ({ trx, replay, append }) => {
        const tables = trx.withTables<WebhookTables>();
        const known = webhookLog.of(replay).get(app);
        if (known === undefined) return refusal('unknown', `${app} has no webhook`);
        await append(actor, 'webhook-remove', { app, id: known.webhook.id, reason });
        await tables.deleteFrom('app_webhook').where('app', '=', app).execute();
        await tables.deleteFrom('app_notice').where('app', '=', app).execute();
        return { ok: true, value: null };
      }, 'urgent');
    },
  };
}
