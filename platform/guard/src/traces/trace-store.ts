import type { Connections, Query, Statement } from '@tallystick/store/connections';
import { currentTrace } from './trace-requests.ts';
import type { Tracing } from './tracing.ts';

/**
 * The store, with a span for each statement that reads for a request. What is recorded is the statement's text,
 * in which values are `$1`, `$2`, …: never the values.
 */
export function traceStore<S extends Pick<Connections<unknown>, 'query' | 'openSnapshot'>>(
  store: S,
  tracing: Tracing,
): S {
  const traced = (query: Query): Query => {
    return async <Row extends Record<string, unknown>>(
      statement: Statement,
      values: readonly unknown[],
    ) => {
      const parent = currentTrace();
      if (parent === undefined) return query<Row>(statement, values);
      const span = tracing.start(statement.name ?? 'query', 'client', parent, {
        'db.system.name': 'postgresql',
        'db.query.text': statement.text,
      });
      try {
        const rows = await query<Row>(statement, values);
        span.end({ 'db.response.returned_rows': rows.length });
        return rows;
      } catch (error) {
        span.end({}, true);
        throw error;
      }
    };
  };
  return {
    ...store,
    query: traced(store.query),
    openSnapshot: async () => {
      const snapshot = await store.openSnapshot();
      return { ...snapshot, query: traced(snapshot.query) };
    },
  };
}
