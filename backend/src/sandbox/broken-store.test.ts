import type { Kysely } from 'kysely';
import {
  Kysely as Db,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '../store/schema.ts';
import { openTestSandbox } from './sandbox.testing.ts';

/** A store whose every statement fails, with what it was given in the error. */
class BrokenDriver extends DummyDriver {
  override acquireConnection() {
    return Promise.resolve({
      executeQuery: ({ parameters }: { parameters: readonly unknown[] }) =>
        Promise.reject(new Error(`cannot write ann@example.org ${parameters.join()}`)),
      streamQuery: () => {
        throw new Error('cannot stream');
      },
    });
  }
}

it('answers and logs a failing store without a word of what was sent', async () => {
  const db: Kysely<Database> = new Db({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new BrokenDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const sandbox = await openTestSandbox({ db }, { now: () => Date.UTC(2026, 10, 20) });
  const user = 'ann@example.org';
  const answers = [
    await sandbox.call('code.create', { user }),
    await sandbox.call('code.check', { user, trxn: 'x', code: '918273' }),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(500);
    expect(body).toEqual({
      code: 500,
      error: 'The ledger service failed. Please try again.',
      data: false,
    });
  }
  expect(sandbox.log()).toContain('A sign-in call failed');
  expect(sandbox.log()).toContain('visits.ts');
  expect(sandbox.log()).not.toMatch(/ann|918273/);
  await sandbox.close();
});
