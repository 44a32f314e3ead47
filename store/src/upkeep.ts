import type { Connections } from './connections.ts';
import { repeat } from './repeat.ts';

/** Tables whose files have grown by a fifth, or by 16 pages, since they were last looked through. */
const grown = {
  text: `
    select quote_ident(relname) as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and pg_relation_size(oid) > 8192 * (relpages * 1.2 + 16)`,
};

/**
 * Does for PGlite what autovacuum does for a server: vacuums and analyzes the tables that have grown, now
 * and once a minute. The returned function ends it and resolves when nothing of it runs any more.
 */
export function startUpkeep(query: Connections<unknown>['query']): () => Promise<void> {
  return repeat(60_000, async () => {
    for (const { name } of await query<{ name: string }>(grown, [])) {
      await query({ text: `vacuum (analyze) ${name}` }, []);
    }
  });
}
