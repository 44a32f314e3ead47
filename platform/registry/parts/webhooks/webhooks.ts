import { sql } from 'kysely';
import { openOutbox } from '../../src/notice/outbox.ts';
import type { Hook } from '../../src/notice/queue.ts';
import { callOf } from '../../src/part/call.ts';
import { type PartContext, partKind } from '../../src/part/part.ts';
import { putAppNotice, tellMovedApps } from './app-notices.ts';
import { type AppWebhooks, openAppWebhooks } from './app-webhooks.ts';
import { webhookRoutes } from './contract/routes.ts';
import { checkWebhooks, fingerprintOf, secretOf } from './fingerprint.ts';
import { webhookLog } from './log-view.ts';
import * as appWebhooks from './migrations/0011_app_webhooks.ts';
import type { WebhookTables } from './tables.ts';

const month = 30 * 86_400_000;

/** What differs between processes of one registry. */
export interface WebhookOptions {
  /** Whether this process sends what teams are to be told. */
  sends: boolean;
}

/** Tells the team of an app of what concerns the app, by a webhook of its own. */
export const webhooks = partKind<WebhookOptions, AppWebhooks>(
  'webhooks',
  { '0011_app_webhooks': appWebhooks },
  ({ sends }) => ({
    log: webhookLog,
    check: checkWebhooks,
    appended: (trx, _before, revision, replay) => tellMovedApps(trx, revision, replay),
    noticed: putAppNotice,
    forgets: [{ table: 'app_notice', column: 'made_at', before: month }],
    open: (context) => {
      const service = openAppWebhooks(context);
      const outbox = sends
        ? openOutbox(context, context.watchPace, () => readHooks(context))
        : undefined;
      return { service, calls: callsOf(service), ...(outbox && { close: outbox.close }) };
    },
  }),
);

function callsOf({ state, set, remove }: AppWebhooks) {
  return {
    webhook: callOf(webhookRoutes.webhook, ({ actor, params }) => state(actor, params.app)),
    setWebhook: callOf(webhookRoutes.setWebhook, ({ actor, params, body }) =>
      set(actor, params.app, body),
    ),
    removeWebhook: callOf(webhookRoutes.removeWebhook, ({ actor, params, body }) =>
      remove(actor, params.app, body.reason),
    ),
  };
}

async function readHooks({ db, audit, secret }: PartContext): Promise<Hook[]> {
  const tables = db.withTables<WebhookTables>();
  const rows = await tables.selectFrom('app_webhook').selectAll().execute();
  if (rows.length === 0) return [];
  const known = webhookLog.of(await audit.follow());
  return rows.flatMap((row): Hook[] => {
    const set = known.get(row.app);
    // Only to an address that a manager has set: the row alone could be anybody's.
    const isSet = set?.fingerprint === fingerprintOf(row, row.url);
    if (!isSet || audit.isDoubtful(set.sequence)) return [];
    const { app, id, url } = row;
    // A manager may have set another one since.
    const own = sql`app = (select app from app_webhook where id = ${id})`;
    const { shape = 'plain' } = set.webhook;
    return [{ table: 'app_notice', owner: app, own, url, secret: secretOf(secret, id), shape }];
  });
}
