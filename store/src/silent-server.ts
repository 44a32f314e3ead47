import pg from 'pg';
import { limitIn } from './statement-limit.ts';

/** A statement that fails here if its answer takes longer: a server that has vanished gives none. */
export function answeredWithin(ms: number | undefined, text: string) {
  return { text, query_timeout: ms };
}

/**
 * Ends a connection that has no answer to a statement in time: its server has vanished, which TCP alone says after
 * a quarter of an hour. Whoever sets a limit of statements on it has that much more time; each writer of the ledger
 * does, two minutes. A commit that is given up may have been done.
 */
export function endedIfSilent(client: pg.PoolClient, answerMs: number): pg.PoolClient {
  let timer: NodeJS.Timeout | undefined;
  let late: NodeJS.Immediate | undefined;
  let extraMs = 0;
  const settle = () => {
    clearTimeout(timer);
    clearImmediate(late);
  };
  const { query, release } = client;
  // Over the method of the prototype; `pg` says by `drain` that a statement is done.
  Object.defineProperty(client, 'query', {
    configurable: true,
    value: (text: unknown, ...values: unknown[]) => {
      settle();
      if (typeof text === 'string') extraMs = Math.max(extraMs, limitIn(text) ?? 0);
      timer = setTimeout(() => {
        // Timers come first: after the process stood still, an answer may only have to be read.
        late = setImmediate(() => void (client instanceof pg.Client && client.end()));
      }, answerMs + extraMs);
      return Reflect.apply(query, client, [text, ...values]);
    },
  });
  client.on('drain', settle);
  client.release = (destroy) => {
    settle();
    client.off('drain', settle);
    Reflect.deleteProperty(client, 'query');
    release(destroy);
  };
  return client;
}
