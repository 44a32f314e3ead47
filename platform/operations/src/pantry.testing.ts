import type { StoreSettings } from '@tallystick/store/store';
import { openStore, type Store, type StoreMigration } from '@tallystick/store/store';
import { sql } from 'kysely';
import type { OwnStore } from './stores/own-store.ts';

const bread: StoreMigration = {
  runsFrom: '0001_bread',
  up: async (db) => {
    await sql`
      create table bread (id bigint generated always as identity primary key, name text not null);
      create index bread_name on bread (name);
      create table delivery (bread text not null);
      create function deliver() returns trigger language plpgsql as $$
      begin
        insert into delivery values (new.name);
        return new;
      end $$;
      create trigger deliver after insert on bread for each row execute function deliver()`.execute(
      db,
    );
  },
};
const shelf: StoreMigration = {
  runsFrom: '0001_bread',
  up: async (db) => {
    await sql`alter table bread add shelf integer`.execute(db);
  },
};

/** A store of a site's own: what is delivered there follows by a trigger. */
export const pantry: OwnStore = {
  definition: {
    name: 'pantry',
    title: 'The pantry',
    channel: 'pantry',
    migrations: { '0001_bread': bread, '0002_shelf': shelf },
  },
  files: ['pantry.key'],
  settle: async (trx) => {
    await sql`delete from delivery where bread = 'stale'`.execute(trx);
  },
  look: async ({ environment, print, signal }) => {
    signal.throwIfAborted();
    const { breads } = await pantryOf(environment);
    print(`The pantry is whole: ${breads.length} breads.`);
    return true;
  },
  lookAgain: 'pantry look',
};

export async function withPantry<T>(
  place: StoreSettings,
  run: (store: Store<unknown>) => Promise<T>,
): Promise<T> {
  const opened = await openStore(pantry.definition, place);
  if (!opened.ok) throw new Error(opened.problem);
  return run(opened.value).finally(opened.value.close);
}

/** Puts so many breads into the pantry. */
export async function bake({ db }: Store<unknown>, name: string, count = 1): Promise<void> {
  await sql`insert into bread (name) select ${name}::text || n from generate_series(1, ${count}::int) n`.execute(
    db,
  );
}

/** Every row of the pantry, and how its tables are made. */
export function pantryOf(place: StoreSettings) {
  return withPantry(place, async ({ query }) => ({
    made: await query(
      {
        text: `
          select indexdef as made from pg_indexes where schemaname = current_schema()
          union all
          select tgname || ' ' || tgenabled::text from pg_trigger
          join pg_class c on c.oid = tgrelid and relnamespace = current_schema()::regnamespace
          where not tgisinternal order by 1`,
      },
      [],
    ),
    breads: await query({ text: 'select * from bread order by id' }, []),
    deliveries: await query({ text: 'select * from delivery order by bread' }, []),
  }));
}
