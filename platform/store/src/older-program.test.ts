import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Definition, StoreMigration } from './definition.ts';
import { type Notes, notes } from './notes.testing.ts';
import { openStore } from './store.ts';
import { type TestPlace, testPlace } from './test-place.testing.ts';

/** The notebook as a newer program has it. */
const newer = (more: Record<string, StoreMigration>): Definition => ({
  ...notes,
  migrations: { ...notes.migrations, ...more },
});
const pages: StoreMigration = {
  runsFrom: '0001_note',
  up: async (db) => {
    await sql`alter table note add column page integer not null default 1`.execute(db);
  },
};
const titles: StoreMigration = {
  runsFrom: '0001_note',
  up: async (db) => {
    await sql`create table title (text text not null)`.execute(db);
  },
};
const renamed: StoreMigration = {
  runsFrom: '0003_body',
  up: async (db) => {
    await sql`alter table note rename column text to body`.execute(db);
  },
};

describe('a store that a newer program has opened', () => {
  let place: TestPlace;
  beforeEach(async () => {
    place = await testPlace('tallystick-older-');
  });
  afterEach(() => rm(place.DATA_DIR, { recursive: true }));

  /** What a program says of the store, or else the notes in it after it wrote one. */
  async function run(definition: Definition, text: string): Promise<string | string[]> {
    const opened = await openStore<Notes>(definition, place);
    if (!opened.ok) return opened.problem;
    const { value: store } = opened;
    try {
      await store.db.insertInto('note').values({ text }).execute();
      const rows = await store.db.selectFrom('note').select('text').orderBy('id').execute();
      return rows.map((row) => row.text);
    } finally {
      await store.close();
    }
  }
  async function upgrade(definition: Definition): Promise<void> {
    const opened = await openStore<Notes>(definition, place);
    if (!opened.ok) throw new Error(opened.problem);
    await opened.value.close();
  }
  const execute = async (statement: string) => {
    const opened = await openStore<Notes>(
      newer({ '0002_pages': pages, '0003_body': renamed }),
      place,
    );
    if (!opened.ok) throw new Error(opened.problem);
    await sql.raw(statement).execute(opened.value.db);
    await opened.value.close();
  };

  it('is used by the older one where its migrations say so, and by the newer one again', async () => {
    expect(await run(notes, 'old')).toEqual(['old']);
    expect(await run(newer({ '0002_pages': pages }), 'new')).toEqual(['old', 'new']);
    expect(await run(notes, 'back')).toEqual(['old', 'new', 'back']);
    expect(await run(newer({ '0002_pages': pages }), 'again')).toEqual([
      ...['old', 'new', 'back', 'again'],
    ]);
  });

  it('is refused where one does not, with the program to start, and is as it was', async () => {
    const second = newer({ '0002_pages': pages });
    const third = newer({ '0002_pages': pages, '0003_body': renamed });
    await upgrade(third);
    await execute(`update notebook.migration_note set made_by = 'Tallystick 0.2.0 (abc)',
      made_at = '2026-11-22' where name = '0002_pages'`);
    await execute(`update notebook.migration_note set made_by = 'Tallystick 0.3.0 (def)',
      made_at = '2026-12-01' where name = '0003_body'`);
    expect(await run(second, 'x')).toMatch(
      /^The .* cannot be opened: Tallystick 0\.3\.0 \(def\), on 2026-12-01, has brought it to 0003_body; this program knows it up to 0002_pages, and none that does not know 0003_body may run on it\. Nothing was changed\. Start Tallystick 0\.3\.0 \(def\) or a newer one, or put back a copy from before that migration: docs\/operations\.md, "Going back a version"\. This is Tallystick \d+\.\d+\.\d+/,
    );
    await upgrade(third);
  });

  it('names the oldest program that may run on it, not the newest', async () => {
    const fourth: StoreMigration = { runsFrom: '0003_body', up: async () => {} };
    await upgrade(newer({ '0002_pages': pages, '0003_body': renamed, '0004_more': fourth }));
    const opened = await openStore<Notes>(
      newer({ '0002_pages': pages, '0003_body': renamed }),
      place,
    );
    if (!opened.ok) throw new Error(opened.problem);
    const name = sql`update notebook.migration_note set made_by = 'Tallystick ' || name`;
    await name.execute(opened.value.db);
    await opened.value.close();
    expect(await run(notes, 'x')).toContain('Start Tallystick 0003_body or a newer one');
  });

  it('is refused where nothing says what its migration means', async () => {
    await upgrade(newer({ '0002_pages': pages }));
    const opened = await openStore<Notes>(newer({ '0002_pages': pages }), place);
    if (!opened.ok) throw new Error(opened.problem);
    await sql`drop table notebook.migration_note`.execute(opened.value.db);
    await opened.value.close();
    const refused = await run(notes, 'x');
    expect(refused).toContain('A newer program has brought it to 0002_pages;');
    expect(refused).toContain('Start the program that ran before,');
  });

  it('takes the tables of a part in later, and goes on without them', async () => {
    const part = { '0001_title': { ...titles, part: 'titles' } };
    expect(await run(newer({ '0002_page': pages }), 'one')).toEqual(['one']);
    expect(await run(newer({ '0002_page': pages, ...part }), 'two')).toEqual(['one', 'two']);
    expect(await run(newer({ '0002_page': pages }), 'three')).toEqual(['one', 'two', 'three']);
    // No migration of the part itself may be skipped.
    const before = { '0001_before': { ...titles, part: 'titles' } };
    expect(await run(newer({ '0002_page': pages, ...part, ...before }), 'four')).toMatch(
      /The migration 0001_before has not run, though 0001_title, which comes after it, has/,
    );
  });
});
