import { rm } from 'node:fs/promises';
import { openStore, type StoreMigration } from '@tallystick/store/store';
import { testPlace } from '@tallystick/store/test-place.testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openRegistry } from '../open.ts';
import { buildOf, publish } from '../registry.testing.ts';
import { definitionWith } from './definition.ts';

it.each([
  ['0012_log', undefined],
  [
    '9999_more',
    /^The database at .* cannot be opened: Tallystick .* 9999_more; .*"Going back a version"/,
  ],
])('opens what a newer release has made if that runs from %s', async (runsFrom, problem) => {
  const place = await testPlace('tallystick-newer-');
  try {
    const more: StoreMigration = {
      runsFrom,
      up: async (db) => {
        await sql`alter table build add column more text not null default ''`.execute(db);
      },
    };
    const newer = await openStore(
      definitionWith([{ name: 'more', migrations: { '9999_more': more } }]),
      place,
    );
    if (!newer.ok) throw new Error(newer.problem);
    await newer.value.close();
    const older = await openRegistry(place);
    if (!older.ok) {
      expect(older.problem).toMatch(problem ?? 'no problem');
      return;
    }
    expect(problem).toBeUndefined();
    await publish(older.value, 'shell', buildOf(1), { kind: 'shell' });
    expect(await older.value.audit.verify()).toMatchObject({ ok: true, entries: 1 });
    await older.value.close();
  } finally {
    await rm(place.DATA_DIR, { recursive: true });
  }
});
