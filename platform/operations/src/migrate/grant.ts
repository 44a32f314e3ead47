import type { Definition } from '@tallystick/store/store';
import { type Kysely, sql } from 'kysely';

/** What a role does with the stores: `writer` serves, `reader` only looks and makes backups. */
export type RoleKind = 'writer' | 'reader';

const rights = {
  writer: { tables: 'select, insert, update, delete', sequences: 'usage, select, update' },
  reader: { tables: 'select', sequences: 'select' },
} as const;

/** Key of the advisory lock under which rights are changed: of two that change those of one table, PostgreSQL refuses one. */
const granting = 7_205_105;

/**
 * Grants a role what it needs of a store's tables, also of those that later migrations make, and takes what it does
 * not need. The role must be there.
 */
export async function grant<T>(
  db: Kysely<T>,
  { appendOnly = [] }: Pick<Definition, 'appendOnly'>,
  schema: string,
  role: string,
  kind: RoleKind,
): Promise<void> {
  const [place, to] = [sql.id(schema), sql.id(role)];
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${granting})`.execute(trx);
    for (const [objects, given] of Object.entries(rights[kind])) {
      const [of, what] = [sql.raw(objects), sql.raw(given)];
      const ofLater = sql`alter default privileges in schema ${place}`;
      await sql`revoke all on all ${of} in schema ${place} from ${to}`.execute(trx);
      await sql`grant ${what} on all ${of} in schema ${place} to ${to}`.execute(trx);
      await sql`${ofLater} revoke all on ${of} from ${to}`.execute(trx);
      await sql`${ofLater} grant ${what} on ${of} to ${to}`.execute(trx);
    }
    await sql`grant usage on schema ${place} to ${to}`.execute(trx);
    for (const table of [...appendOnly, ...migrationTables]) {
      await sql`revoke update, delete on ${sql.id(schema, table)} from ${to}`.execute(trx);
    }
    for (const table of migrationTables) {
      await sql`revoke insert on ${sql.id(schema, table)} from ${to}`.execute(trx);
    }
  });
}

/** Whether a role may make tables, which it does not need: as everybody may in `public` on PostgreSQL 14. */
export async function mayMakeTables<T>(
  db: Kysely<T>,
  schema: string,
  role: string,
): Promise<boolean> {
  const asked = sql<{
    may: boolean;
  }>`select has_schema_privilege(${role}, ${schema}, 'create') as may`;
  return (await asked.execute(db)).rows[0]?.may === true;
}

const migrationTables = ['kysely_migration', 'kysely_migration_lock', 'migration_note'];
