import { type GeneratedAlways, type Kysely, sql } from 'kysely';
import type { Definition } from './definition.ts';

/** The smallest store there is, for the tests of this room. */
export interface Notes {
  note: { id: GeneratedAlways<number>; text: string };
}

export const notes: Definition = {
  name: 'notes',
  title: 'The notebook',
  channel: 'note_written',
  schema: 'notebook',
  migrations: {
    '0001_note': {
      runsFrom: '0001_note',
      up: async (db: Kysely<unknown>) => {
        const table = sql`
          create table note (id bigint generated always as identity primary key, text text not null)`;
        await table.execute(db);
      },
    },
  },
};
