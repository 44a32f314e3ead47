import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { refetchErrorCode } from '@tallystick/shared/contracts/live';
import { errorFrame, heartbeat, positionFrame } from './frame.ts';
import { joined, type Reader, type Readers, wanted } from './readers.ts';
import { chooseReplay } from './replay.ts';
import type { ReplayPages } from './replay-pages.ts';
import type { Ring } from './ring.ts';
import type { LiveFeedSettings } from './settings.ts';
import type { WatchRequest } from './watch-request.ts';

export const refetchFrame = errorFrame(
  'The feed cannot tell what happened since then. Load the page again.',
  refetchErrorCode,
);

export interface StreamContext {
  ring: Ring;
  pages: ReplayPages;
  readers: Readers;
  settings: Pick<LiveFeedSettings, 'replay' | 'stallTimeout'>;
  /** Aborted when the service stops. */
  stopping: AbortSignal;
}

/**
 * Serves one watch on a response whose head is written already. It sends what happened since the
 * reader's position and goes on with what happens, without a gap or a repetition. Resolves when the
 * reader is among `readers` or gone. The caller has let the tail catch up.
 */
export async function serveStream(
  response: ServerResponse,
  { since, position, wants }: WatchRequest,
  session: string,
  { ring, pages, readers, settings, stopping }: StreamContext,
): Promise<void> {
  const reader: Reader = { outlet: response, session, wants };
  response.once('close', () => readers.remove(reader));

  let cursor = since ?? ring.newest;
  const choose = () => chooseReplay(cursor, ring, settings.replay);
  const refetch = () => void response.end(refetchFrame);
  let how = choose();
  if (how === 'refetch') return refetch();
  response.write(position ? positionFrame(cursor) : heartbeat);

  while (how === 'table') {
    // The floor may rise while the page is read, so the page ends at its value of now.
    const page = await pages.after(cursor, ring.floor);
    if (page === null) return refetch();
    cursor = page.upTo;
    const bytes = wants === null ? page.bytes : joined(wanted(page.frames, wants));
    if (bytes.length > 0) response.write(bytes);
    if (!(await taken())) return;
    how = choose();
  }
  if (how === 'refetch') return refetch();

  const rest = joined(wanted(ring.after(cursor), wants));
  if (rest.length > 0) response.write(rest);
  if (stopping.aborted) response.end();
  else if (!response.destroyed) readers.add(reader);

  /** Waits until the reader has taken what was written; false if it is gone, or the service stops. */
  async function taken(): Promise<boolean> {
    if (response.writableNeedDrain && !response.destroyed) {
      const closed = new AbortController();
      const close = () => closed.abort();
      response.once('close', close);
      const stalled = AbortSignal.timeout(settings.stallTimeout);
      const signal = AbortSignal.any([closed.signal, stopping, stalled]);
      await once(response, 'drain', { signal }).catch(() => undefined);
      response.off('close', close);
      if (stalled.aborted) response.destroy();
    }
    if (stopping.aborted) response.end();
    return !stopping.aborted && !response.destroyed;
  }
}
