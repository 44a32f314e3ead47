import * as v from 'valibot';
import {
  liveCollection,
  liveDatabase,
  liveEventSchema,
  livePositionSchema,
  refetchErrorCode,
} from '../contracts/live.ts';
import type { Connect, ConnectionEvents } from './connection.ts';
import { createMemoryStorage } from './memory-storage.ts';
import { watchedFetch } from './watched-fetch.ts';

export interface RealmService {
  /** Origin of the ledger service. */
  readonly url: string;
  readonly appId: string;
  readonly apiKey: string;
  /** Resolves when the page has time for the feed. */
  readonly ready: () => Promise<void>;
}

const ourOperationSchema = v.object({ operationType: v.picklist(['insert', 'update']) });
const refetchErrorSchema = v.object({ code: v.literal(refetchErrorCode) });

/**
 * Connections to the live feed over realm-web, which is loaded with the first of them. The SDK
 * neither reconnects nor resumes: a connection ends in `gap` or `lost`, and the bus does the rest.
 */
export function realmConnect(service: RealmService): Connect {
  const storage = createMemoryStorage();
  return (since, on) => {
    const ending = new AbortController();
    const { signal } = ending;
    watch(service, storage, since, signal, on).then(
      () => signal.aborted || on.lost(),
      (error: unknown) => {
        if (signal.aborted) return;
        if (v.is(refetchErrorSchema, error)) on.gap();
        else on.lost();
      },
    );
    return () => ending.abort();
  };
}

async function watch(
  { url, appId, apiKey, ready }: RealmService,
  storage: ReturnType<typeof createMemoryStorage>,
  since: number | null,
  signal: AbortSignal,
  on: ConnectionEvents,
): Promise<void> {
  await ready();
  const { App, Credentials } = await import('realm-web');
  if (signal.aborted) return;
  // Each connection has an app of its own, for its own signal; the login is in their one storage.
  const app = new App({
    id: appId,
    baseUrl: url,
    storage,
    fetch: watchedFetch(signal, () => signal.aborted || on.beat()),
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
    if (opened) reportEvent(message, on);
    else opened = reportPosition(message, on);
  }
}

function reportPosition(message: unknown, on: ConnectionEvents): boolean {
  const position = v.safeParse(livePositionSchema, message);
  if (position.success) on.opened(position.output.sequence);
  else on.lost();
  return position.success;
}

function reportEvent(message: unknown, on: ConnectionEvents): void {
  const event = v.safeParse(liveEventSchema, message);
  if (event.success) on.event(event.output);
  // Other operations are none of ours; one of ours that cannot be read must not pass in silence.
  else if (v.is(ourOperationSchema, message)) on.gap();
}
