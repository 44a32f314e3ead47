import { type ReleaseNews, releaseNewsSchema } from '@tallystick/contract/release-news';
import * as v from 'valibot';

/** An open stream of release events, as a tab reads it. */
export interface OpenTab {
  response: Response;
  /** The next news; rejects when the stream ends before. */
  next(): Promise<ReleaseNews>;
  /** Resolves when the server has ended the stream. */
  ended(): Promise<void>;
  leave(): void;
}

export async function openTab(url: string, cookie?: string): Promise<OpenTab> {
  const abort = new AbortController();
  const response = await fetch(`${url}/releases/events`, {
    signal: abort.signal,
    ...(cookie !== undefined && { headers: { cookie } }),
  });
  if (response.body === null) throw new Error('no body');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';

  async function message(): Promise<string | null> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const found = text.slice(0, end);
        text = text.slice(end + 2);
        return found;
      }
      const { done, value } = await reader.read();
      if (done) return null;
      text += value;
    }
  }

  return {
    response,
    leave: () => abort.abort(),
    async next() {
      for (let found = await message(); found !== null; found = await message()) {
        const data = /^data: (.*)$/m.exec(found)?.[1];
        if (data === undefined) continue;
        if (!/^event: release$/m.test(found)) throw new Error(`another event: ${found}`);
        return v.parse(releaseNewsSchema, JSON.parse(data));
      }
      throw new Error('the stream has ended');
    },
    async ended() {
      while ((await message()) !== null);
    },
  };
}
