import type { Connections } from './connections.ts';

/** Tables whose files have grown by a fifth, or by 16 pages, since they were last looked through. */
const grown = {
  text: `
    select quote_ident(relname) as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and pg_relation_size(oid) > 8192 * (relpages * 1.2 + 16)`,
};

/**
 * Does for PGlite what autovacuum does for a server: now and every so often it looks through the
 * tables that have grown, so that the planner knows them and the space of old rows is used again.
 * The returned function ends it and resolves when nothing of it runs any more.
 */
export function startUpkeep(
  query: Connections<unknown>['query'],
  every = 60_000,
): () => Promise<void> {
  const look = async () => {
    for (const { name } of await query<{ name: string }>(grown, [])) {
      await query({ text: `vacuum (analyze) ${name}` }, []);
    }
  };
  // What fails now is tried again the next time.
  const attempt = () => look().catch(() => {});
  let running = attempt();
  const timer = setInterval(() => {
    running = running.then(attempt);
  }, every);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
