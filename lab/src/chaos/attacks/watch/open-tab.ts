import { setTimeout as wait } from 'node:timers/promises';
import { releaseNewsSchema } from '@tallystick/contract/release-news';
import * as v from 'valibot';
import { eventMessages } from '../../../http/event-messages.ts';

const retryMs = 2_000;
const newsSchema = v.pipe(v.string(), v.parseJson(), releaseNewsSchema);

export type OpenTab = ReturnType<typeof openTab>;

/** A tab as far as it hears news of releases: it asks again two seconds after they broke off. */
export function openTab(siteUrl: string) {
  const recalled = new Map<string, number>();
  const closing = new AbortController();
  const { signal } = closing;

  const hear = (message: string) => {
    const news = v.safeParse(newsSchema, /^data: (.*)$/m.exec(message)?.[1]);
    for (const { build } of news.success ? news.output.recalled : []) {
      if (!recalled.has(build)) recalled.set(build, performance.now());
    }
  };
  const listen = async () => {
    const { body } = await fetch(`${siteUrl}/releases/events`, { signal });
    if (body === null) return;
    for await (const message of eventMessages(body.pipeThrough(new TextDecoderStream()))) {
      hear(message);
    }
  };
  const stay = async () => {
    while (!signal.aborted) {
      // Why it broke off makes no difference.
      await listen().catch(() => {});
      await wait(retryMs, undefined, { signal }).catch(() => {});
    }
  };
  void stay();
  return {
    /** When it first heard that a build is recalled, as `performance.now` has it; null: never so far. */
    heard: (build: string) => recalled.get(build) ?? null,
    close: () => closing.abort(),
  };
}
