import type { Store } from '@tallystick/store/store';
import { sql } from 'kysely';
import type { AuditLog } from '../audit/log.ts';
import { pausedCanary } from '../channel/verdicts.ts';
import type { WebhookSettings } from '../notice/send.ts';
import type { Figures } from '../registry.ts';
import type { Database } from '../store/schema.ts';

/** What the registry has now, in numbers, for those who watch it. */
export async function readFigures(
  { db, waiting }: Pick<Store<Database>, 'db' | 'waiting'>,
  audit: Pick<AuditLog, 'follow' | 'problems'>,
  webhook: WebhookSettings | undefined,
): Promise<Omit<Figures, 'shouts'>> {
  const { builds, changes, channels } = await audit.follow();
  const held = [...channels.values()].flatMap(({ apps: past, condemned }) =>
    [...past.keys()].filter((app) => pausedCanary({ past, condemned }, app) !== undefined),
  );
  const { rows } = await sql<Pick<Figures, 'noticesWaiting' | 'bytes'>>`
    select
      (select count(*) from notice
        where next_at is not null and ${webhook !== undefined}) as "noticesWaiting",
      pg_database_size(current_database()) as bytes`.execute(db);
  return {
    ...(rows[0] ?? { noticesWaiting: 0, bytes: 0 }),
    builds: builds.size,
    changes: Object.fromEntries(changes),
    held: held.length,
    historyProblems: audit.problems().length,
    waiting: await waiting(),
  };
}
