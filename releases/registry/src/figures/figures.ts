import type { Store } from '@tallystick/store/store';
import { sql } from 'kysely';
import type { AuditLog } from '../audit/log.ts';
import { changeKinds } from '../contract/channel.ts';
import type { WebhookSettings } from '../health/settings.ts';
import type { Figures } from '../registry.ts';
import type { Database } from '../store/schema.ts';

/** What the registry has now, in numbers, for those who watch it. */
export async function readFigures(
  { db, waiting }: Pick<Store<Database>, 'db' | 'waiting'>,
  audit: Pick<AuditLog, 'problems'>,
  webhook: WebhookSettings | undefined,
): Promise<Figures> {
  const [counts, kinds] = await Promise.all([
    sql<Pick<Figures, 'builds' | 'noticesWaiting' | 'held' | 'bytes'>>`
      select
        (select count(*) from build) as builds,
        (select count(*) from notice
          where next_at is not null and ${webhook !== undefined}) as "noticesWaiting",
        (select count(*) from (
          select distinct on (channel) body from revision order by channel, revision desc
        ) as newest, jsonb_object_keys(coalesce(body -> 'held', '{}'))) as held,
        pg_database_size(current_database()) as bytes`.execute(db),
    sql<{ kind: string; n: number }>`
      select body ->> 'kind' as kind, count(*) as n from revision group by 1`.execute(db),
  ]);
  return {
    ...(counts.rows[0] ?? { builds: 0, noticesWaiting: 0, held: 0, bytes: 0 }),
    changes: Object.fromEntries([
      ...changeKinds.map((kind) => [kind, 0] as const),
      ...kinds.rows.map(({ kind, n }) => [kind, n] as const),
    ]),
    historyProblems: audit.problems().length,
    waiting: await waiting(),
  };
}
