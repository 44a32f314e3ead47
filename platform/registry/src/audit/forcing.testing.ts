import { openConnections } from '@tallystick/store/connections';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/schema.ts';

/** An attacker who can write to the database at this address, and has no file of the folder. */
export function openEve(connectionString: string): Kysely<Database> {
  const options = '-c search_path=releases';
  return openConnections<Database>({ connectionString, max: 1, options }).db;
}

/** Does what the database's own triggers refuse, all of it at once: the registry looks at the log by itself meanwhile. */
export async function forceInto(eve: Kysely<Database>, ...statements: string[]): Promise<void> {
  const all = [
    // In the order in which the registry reads them: in another the two could wait for each other.
    'lock table log_entry, audit, revision',
    'alter table audit disable trigger append_only',
    'alter table revision disable trigger append_only',
    'alter table revision drop constraint if exists revision_sequence_fkey',
    ...statements,
  ];
  await sql.raw(all.join(';')).execute(eve);
}
