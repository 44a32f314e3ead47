import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notes } from './notes.testing.ts';
import { type PostgresServer, startPostgres } from './postgres-server.testing.ts';
import { openStore } from './store.ts';
import { isUnreachable } from './unreachable.ts';

describe('a PostgreSQL that restarts while it is used', () => {
  let folder: string;
  let server: PostgresServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallystick-restart-'));
    server = await startPostgres('fsync=off');
  });
  afterAll(async () => {
    await server.end();
    await rm(folder, { recursive: true, force: true });
  });

  it('costs readers and new transactions a wait, and only a transaction under way an error', async () => {
    const opened = await openStore(notes, {
      DATA_DIR: folder,
      DATABASE_URL: `${server.url}postgres`,
    });
    if (!opened.ok) throw new Error(opened.problem);
    const { value: store } = opened;
    let reads = 0;
    let restarted = false;
    let readsSince = 0;
    const errors: unknown[] = [];
    const reading = Array.from({ length: 8 }, async () => {
      while (readsSince < 100 && errors.length === 0) {
        try {
          await store.query({ text: 'select count(*) from pg_class' }, []);
          reads += 1;
          if (restarted) readsSince += 1;
        } catch (error) {
          errors.push(error);
        }
      }
    });
    await expect.poll(() => reads).toBeGreaterThan(50);

    const half = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const halfDone = store.db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      half.resolve();
      await left.promise;
      await sql`select 1`.execute(trx);
    });
    const broken = expect(halfDone).rejects.toSatisfy(isUnreachable);
    await half.promise;
    await server.stop();
    left.resolve();
    await broken;
    const begun = store.db
      .transaction()
      .execute(async (trx) => (await sql<{ one: number }>`select 1 as one`.execute(trx)).rows);
    await server.start();
    restarted = true;

    await Promise.all(reading);
    expect(errors).toEqual([]);
    expect(await begun).toEqual([{ one: 1 }]);
    await store.close();
  });
});
