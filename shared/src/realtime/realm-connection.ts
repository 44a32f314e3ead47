import * as v from 'valibot';
import {
  liveCollection,
  liveDatabase,
  liveEventSchema,
  livePositionSchema,
  refetchErrorCode,
} from '../contracts/live.ts';
import type { Connect, ConnectionNews, Report } from './connection.ts';
import { createMemoryStorage } from './memory-storage.ts';
import { watchedFetch } from './watched-fetch.ts';

export interface RealmService {
  /** Origin of the ledger service. */
  readonly url: string;
  readonly appId: string;
  readonly apiKey: string;
}

const ourOperationSchema = v.object({ operationType: v.picklist(['insert', 'update']) });
const refetchErrorSchema = v.object({ code: v.literal(refetchErrorCode) });

/**
 * Connections to the live feed over realm-web, which is loaded with the first of them. The SDK
 * neither reconnects nor resumes: a connection ends in `gap` or `lost`, and the bus does the rest.
 */
export function realmConnect({ url, appId, apiKey }: RealmService): Connect {
  const storage = createMemoryStorage();

  const watch = async (since: number | null, signal: AbortSignal, report: Report) => {
    const { App, Credentials } = await import('realm-web');
    if (signal.aborted) return;
    // Each connection has an app of its own, for its own signal; the login is in their one storage.
    const app = new App({
      id: appId,
      baseUrl: url,
      storage,
      fetch: watchedFetch(signal, () => signal.aborted || report({ type: 'beat' })),
    });
    const user = app.currentUser ?? (await app.logIn(Credentials.apiKey(apiKey), false));
    const stream = user
      .mongoClient('mongodb-atlas')
      .db(liveDatabase)
      .collection(liveCollection)
      .watch({
        filter: { _position: true, ...(since === null ? {} : { _since: String(since) }) },
      });

    let opened = false;
    for await (const message of stream) {
      // Not `return`: the SDK would cancel a stream that has failed by then, and nobody hears of it.
      if (signal.aborted) continue;
      const news: ConnectionNews | null = opened ? eventIn(message) : positionIn(message);
      opened ||= news?.type === 'opened';
      if (news) report(news);
    }
  };

  return (since, report) => {
    const ending = new AbortController();
    const { signal } = ending;
    watch(since, signal, report).then(
      () => signal.aborted || report({ type: 'lost' }),
      (error: unknown) => {
        if (!signal.aborted) report({ type: v.is(refetchErrorSchema, error) ? 'gap' : 'lost' });
      },
    );
    return () => ending.abort();
  };
}

function positionIn(message: unknown): ConnectionNews {
  const position = v.safeParse(livePositionSchema, message);
  return position.success
    ? { type: 'opened', position: position.output.sequence }
    : { type: 'lost' };
}

/** Null: other operations are none of ours. One of ours that cannot be read must not pass in silence. */
function eventIn(message: unknown): ConnectionNews | null {
  const event = v.safeParse(liveEventSchema, message);
  if (event.success) return { type: 'event', event: event.output };
  return v.is(ourOperationSchema, message) ? { type: 'gap' } : null;
}
