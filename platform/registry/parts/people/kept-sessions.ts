import type { Environment } from '@tallystick/settings/environment';
import * as v from 'valibot';
import { personSchema } from '../../src/contract/tokens.ts';
import type { PartContext } from '../../src/part/part.ts';
import type { Reader, Writer } from '../../src/store/writes.ts';
import { peopleLog } from './log-view.ts';
import { openSeal } from './seal.ts';
import type { PeopleTables } from './tables.ts';

/** How precisely the last use of a session is kept, in milliseconds. */
const usedWithin = 60_000;
/** How long one server has the turn to ask the provider anew, in milliseconds: longer than that may take. */
const turn = 25_000;
export const minute = 60_000;

const keptSchema = v.object({
  id: v.string(),
  /** The secret's. A session of the console is found by its id alone: a cookie stands for it. */
  fingerprint: v.string(),
  name: v.string(),
  person: personSchema,
  groups: v.array(v.string()),
  refreshToken: v.nullable(v.string()),
  at: v.picklist(['console', 'command']),
  /** Milliseconds since 1970. */
  createdAt: v.number(),
  refreshedAt: v.number(),
});
export type KeptSession = v.InferOutput<typeof keptSchema>;

export type LifeSettings = Pick<Environment, 'SESSION_IDLE_MINUTES' | 'SESSION_MINUTES'>;

export type KeptSessions = ReturnType<typeof openKeptSessions>;

/** Sessions as the store has them: sealed, so that a row alone opens nothing. */
export function openKeptSessions(
  { db: core, audit, now, secret }: Pick<PartContext, 'db' | 'audit' | 'now' | 'secret'>,
  { SESSION_IDLE_MINUTES: idle, SESSION_MINUTES: most }: LifeSettings,
) {
  const db = core.withTables<PeopleTables>();
  const { seal, open } = openSeal(secret('sessions of people'), keptSchema);
  const iso = (time: number) => new Date(time).toISOString();
  const endOf = ({ createdAt }: Pick<KeptSession, 'createdAt'>) => createdAt + most * minute;

  return {
    endOf,
    /** A session that has not ended, and when it was used last; null: there is none. */
    find: async (id: string): Promise<{ kept: KeptSession; seenAt: number } | null> => {
      const rows = db.selectFrom('person_session').select(['sealed', 'seen_at']);
      const row = await rows.where('id', '=', id).executeTakeFirst();
      const seenAt = row?.seen_at.getTime() ?? 0;
      if (row === undefined || seenAt + idle * minute <= now()) return null;
      const kept = await open(row.sealed);
      // What ends it stands in the seal: a row alone could say another time.
      if (kept?.id !== id || endOf(kept) <= now()) return null;
      return peopleLog.of(await audit.follow()).has(id) ? null : { kept, seenAt };
    },
    ids: async (): Promise<string[]> =>
      (await db.selectFrom('person_session').select('id').execute()).map(({ id }) => id),
    add: async (trx: Writer, kept: KeptSession): Promise<void> => {
      const times = { seen_at: iso(now()), ends_at: iso(endOf(kept)) };
      const row = { id: kept.id, sealed: await seal(kept), ...times };
      await trx.withTables<PeopleTables>().insertInto('person_session').values(row).execute();
    },
    remove: async (id: string, trx: Reader = core): Promise<void> => {
      const rows = trx.withTables<PeopleTables>().deleteFrom('person_session');
      await rows.where('id', '=', id).execute();
    },
    /** Notes that it is used. */
    see: async (id: string, seenAt: number): Promise<void> => {
      if (now() - seenAt < usedWithin) return;
      const seen = db.updateTable('person_session').set({ seen_at: iso(now()) });
      await seen.where('id', '=', id).execute();
    },
    /** Whether it is this server's turn to ask the provider anew: of several, one does. */
    takeTurn: async (id: string): Promise<boolean> => {
      const taken = await db
        .updateTable('person_session')
        .set({ refreshing_until: iso(now() + turn) })
        .where('id', '=', id)
        .where(({ eb, or }) =>
          or([eb('refreshing_until', 'is', null), eb('refreshing_until', '<=', new Date(now()))]),
        )
        .executeTakeFirst();
      return taken.numUpdatedRows > 0n;
    },
    /** Puts what the provider has said in its place, and gives the turn back. */
    change: async (kept: KeptSession): Promise<void> => {
      const changed = { sealed: await seal(kept), refreshing_until: null };
      const rows = db.updateTable('person_session').set(changed);
      await rows.where('id', '=', kept.id).execute();
    },
  };
}
