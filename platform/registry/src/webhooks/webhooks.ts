import { randomBytes } from 'node:crypto';
import { digestOf } from '../audit/chain.ts';
import type { Context } from '../context.ts';
import type { AppWebhook } from '../contract/app-webhook.ts';
import { refusal } from '../contract/problem.ts';
import { unlessManager, unlessMay } from '../refusals.ts';
import type { Registry } from '../registry.ts';
import type { SigningKey } from '../signing/signing-key.ts';
import { privateAddressNote } from '../trust/issuer-address.ts';

/**
 * Where teams are told of their apps. Whoever has the address of a webhook may often post there, so it stands in
 * one row alone; the audit chain has its origin, and a digest by which the row is believed.
 */
export function openWebhooks({ db, audit, key, write }: Context) {
  return {
    webhook: async (actor, app) => {
      const mayNot = unlessMay(actor, [app], 'preview');
      if (mayNot) return mayNot;
      const { waiting, tries, taken } = await db
        .selectFrom('app_notice')
        .where('app', '=', app)
        .select(({ fn }) => [
          fn.countAll<number>().filterWhere('next_at', 'is not', null).as('waiting'),
          fn.max('tries').filterWhere('next_at', 'is not', null).as('tries'),
          fn.max('sent_at').as('taken'),
        ])
        .executeTakeFirstOrThrow();
      const webhook = (await audit.follow()).webhooks.get(app)?.webhook ?? null;
      const lastTakenAt = taken?.toISOString() ?? null;
      return { ok: true, value: { webhook, waiting, tries: tries ?? 0, lastTakenAt } };
    },

    setWebhook: async (actor, app, { url, reason }) => {
      const mayNot = unlessManager(actor, 'say where an app is told of itself');
      if (mayNot) return mayNot;
      const note = await privateAddressNote(url, 'tells it');
      const { origin } = new URL(url);
      return write(async ({ trx, at, append }) => {
        const id = randomBytes(8).toString('hex');
        const webhook = { app, id, origin, createdAt: at, createdBy: actor.name, reason };
        await append(actor, 'webhook', { ...webhook, fingerprint: fingerprintOf(webhook, url) });
        await trx
          .insertInto('app_webhook')
          .values({ app, id, url })
          .onConflict((taken) => taken.column('app').doUpdateSet({ id, url }))
          .execute();
        // What the address before did not take need not wait for this one.
        await trx
          .updateTable('app_notice')
          .set({ next_at: at, tries: 0 })
          .where('app', '=', app)
          .where('next_at', 'is not', null)
          .execute();
        return { ok: true, value: { webhook, secret: webhookSecret(key, id), note } };
      });
    },

    removeWebhook: async (actor, app, reason) => {
      const mayNot = unlessManager(actor, 'say where an app is told of itself');
      if (mayNot) return mayNot;
      return write(async ({ trx, replay, append }) => {
        const known = replay.webhooks.get(app);
        if (known === undefined) return refusal('unknown', `${app} has no webhook`);
        await append(actor, 'webhook-remove', { app, id: known.webhook.id, reason });
        await trx.deleteFrom('app_webhook').where('app', '=', app).execute();
        await trx.deleteFrom('app_notice').where('app', '=', app).execute();
        return { ok: true, value: null };
      }, 'urgent');
    },
  } satisfies Partial<Registry>;
}

/** By what the chain knows the address of a webhook. */
export function fingerprintOf({ app, id }: Pick<AppWebhook, 'app' | 'id'>, url: string): string {
  return digestOf({ app, id, url });
}

/** The secret by which notices of a webhook are signed: another each time that one is set, and kept nowhere. */
export function webhookSecret(key: SigningKey, id: string): string {
  return `tsw_${Buffer.from(key.derive(`webhook ${id}`)).toString('base64url')}`;
}
