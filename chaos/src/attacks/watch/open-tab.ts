import { type ClientRequest, request } from 'node:http';
import { releaseNewsSchema } from '@tallystick/shared/contracts/release-news';
import * as v from 'valibot';

/** A tab as far as it hears news of releases: it asks again two seconds after they broke off. */
export interface OpenTab {
  /** When it first heard that a build is recalled, as `performance.now` has it; null: never so far. */
  heard(build: string): number | null;
  close(): void;
}

const retryMs = 2_000;

export function openTab(siteUrl: string): OpenTab {
  const recalled = new Map<string, number>();
  let asking: ClientRequest | null = null;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  const later = () => {
    if (closed || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      listen();
    }, retryMs);
  };
  const hear = (message: string) => {
    const data = /^data: (.*)$/m.exec(message)?.[1];
    if (data === undefined) return;
    const news = v.safeParse(releaseNewsSchema, JSON.parse(data));
    if (!news.success) return;
    for (const { build } of news.output.recalled) {
      if (!recalled.has(build)) recalled.set(build, performance.now());
    }
  };
  function listen(): void {
    asking = request(`${siteUrl}/releases/events`, { agent: false, family: 4 }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece: string) => {
        const messages = (text + piece).split('\n\n');
        text = messages.pop() ?? '';
        for (const message of messages) hear(message);
      });
      answer.on('error', later);
      answer.on('close', later);
    });
    asking.on('error', later);
    asking.end();
  }
  listen();

  return {
    heard: (build) => recalled.get(build) ?? null,
    close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      asking?.destroy();
    },
  };
}
