import { setImmediate } from 'node:timers/promises';
import { vi } from 'vitest';
import type { Store } from './store.ts';

/** Resolves when the store is told of commits, and no longer of the connection that tells it. */
export async function untilListening({ query }: Pick<Store<unknown>, 'query'>): Promise<void> {
  // The connection that was tried at the opening has listened as well, and may be there still.
  const text = `select 1 from pg_stat_activity where datname = current_database() and query like 'listen%'
    and application_name = 'tallystick listener' and wait_event = 'ClientRead'`;
  await vi.waitUntil(async () => (await query({ text }, [])).length > 0, { timeout: 60_000 });
  // What the connection that listens has been sent is read before this ends.
  await setImmediate();
}
