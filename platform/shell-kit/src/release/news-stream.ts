import { type ReleaseNews, releaseNewsSchema } from '@tallystick/contract/release-news';
import { noteServerTime } from '@tallystick/timing/server-clock';
import * as v from 'valibot';

/** What is heard of a connection for news, until it is closed or has ended. */
export interface NewsEvents {
  news(news: ReleaseNews): void;
  /** Any sign of life, the heartbeat's comments too. */
  beat(): void;
  /** It could not be opened or was lost; nothing follows. */
  ended(): void;
}

/** Opens a connection for news; returns how to close it. */
export type ConnectNews = (on: NewsEvents) => () => void;

const messageSchema = v.pipe(v.string(), v.parseJson(), releaseNewsSchema);
/** Characters; no message is nearly as long. */
const maxLength = 100_000;

/**
 * Reads news from `GET /releases/events` by `fetch`. An EventSource does not tell of heartbeats, so
 * a connection that died silently would never be noticed.
 */
export function newsStream(url: string): ConnectNews {
  return (on) => {
    const closing = new AbortController();
    read(url, closing.signal, on)
      // Why it ended makes no difference: it is opened again after a wait.
      .catch(() => {})
      .then(() => {
        if (!closing.signal.aborted) on.ended();
        closing.abort();
      });
    return () => closing.abort();
  };
}

async function read(url: string, signal: AbortSignal, on: NewsEvents): Promise<void> {
  const headers = { accept: 'text/event-stream' };
  const response = await fetch(url, { headers, cache: 'no-store', signal });
  noteServerTime(response.headers.get('date'));
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || !response.body || !type.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return;
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done || signal.aborted) return;
    on.beat();
    const blocks = (text + value).split(/\r?\n\r?\n/);
    text = blocks.pop() ?? '';
    if (text.length > maxLength) throw new Error('a message without an end');
    for (const block of blocks) {
      const news = newsOf(block);
      // The receiver of an event may have closed the connection.
      if (news !== null && !signal.aborted) on.news(news);
    }
  }
}

/** What a block of the stream says; null: a comment, another event, or nothing that we understand. */
function newsOf(block: string): ReleaseNews | null {
  const lines = block.split(/\r?\n/);
  if (!lines.includes('event: release')) return null;
  const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5));
  const message = v.safeParse(messageSchema, data.join('\n'));
  return message.success ? message.output : null;
}
