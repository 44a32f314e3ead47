import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { forEachEngine } from './engines.testing.ts';

forEachEngine((openTestStore) => {
  it('survives failed statements', async () => {
    const store = await openTestStore();
    await expect(sql`select 1 / ${0}::int`.execute(store.db)).rejects.toMatchObject({
      code: '22012',
    });
    await expect(sql`selec`.execute(store.db)).rejects.toMatchObject({ code: '42601' });
    const { rows } = await sql`select ${5}::bigint as five`.execute(store.db);
    expect(rows).toEqual([{ five: 5 }]);
    await store.close();
  });
});
