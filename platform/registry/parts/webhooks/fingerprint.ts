import { differences } from '../../src/audit/differences.ts';
import { digestOf } from '../../src/audit/digest-of.ts';
import type { Replay } from '../../src/audit/replay.ts';
import type { PartContext } from '../../src/part/part.ts';
import type { Reader } from '../../src/store/writes.ts';
import type { AppWebhook } from './contract/app-webhook.ts';
import { webhookLog } from './log-view.ts';
import type { WebhookTables } from './tables.ts';

/** The hash by which the log knows the address of a webhook. */
export function fingerprintOf({ app, id }: Pick<AppWebhook, 'app' | 'id'>, url: string): string {
  return digestOf({ app, id, url });
}

/** The secret by which notices of a webhook are signed: another each time that one is set, and kept nowhere. */
export function secretOf(secret: PartContext['secret'], id: string): string {
  return `tsw_${Buffer.from(secret(`webhook ${id}`)).toString('base64url')}`;
}

/** Which addresses are not those that the log knows. */
export async function checkWebhooks(trx: Reader, replay: Replay): Promise<string[]> {
  const tables = trx.withTables<WebhookTables>();
  const rows = await tables.selectFrom('app_webhook').selectAll().orderBy('app').execute();
  const set = new Map(
    [...webhookLog.of(replay)].map(([app, { fingerprint }]) => [app, fingerprint]),
  );
  const found = new Map(rows.map((row) => [row.app, fingerprintOf(row, row.url)]));
  const words = ['was never set', 'is not what was set', 'is missing'];
  return differences(set, found, 'the webhook of ', words);
}
