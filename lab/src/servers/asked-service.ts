import type { Store } from '@tallystick/backend/src/store/store.ts';
import type { Statement } from '@tallystick/store/connections';
import { startServiceHere, unlimited } from './service-here.ts';

/** The service over HTTP, and what it asks of the store for a call. */
export async function startAsked(store: Store) {
  const ran: { statement: Statement; values: readonly unknown[] }[] = [];
  const query: Store['query'] = (statement, values) => {
    ran.push({ statement, values });
    return store.query(statement, values);
  };
  const { post: ask, close } = await startServiceHere({ ...store, query }, unlimited);
  return {
    ask,
    /** Runs the statements of a call alone. */
    statementsOf: async (path: string, data: object) => {
      ran.length = 0;
      await ask(path, data);
      const statements = [...ran];
      if (statements.length === 0) throw new Error(`${path} ran no statement.`);
      return async () => {
        for (const { statement, values } of statements) await store.query(statement, values);
      };
    },
    close,
  };
}
export type Asked = Awaited<ReturnType<typeof startAsked>>;
