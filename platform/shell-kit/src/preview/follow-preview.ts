import type { Clock } from '@tallystick/timing/clock';
import * as v from 'valibot';
import { createNewsLine } from '../release/news-line.ts';
import type { ConnectNews } from '../release/news-stream.ts';

export interface PreviewLineParts {
  connect: ConnectNews;
  clock: Clock;
  /** Whether this browser's preview is over, or shows what was recalled since. */
  hasEnded: () => Promise<boolean>;
  /** Loads the page anew: the site says that the preview has ended. */
  reload: () => void;
}

/**
 * Ends a page of a preview with its preview. At a recall it does so as soon as other tabs hear of
 * it; else, as where somebody ends the link, with the next heartbeat.
 *
 * Answers what to do as the page comes (`join`) and goes (`leave`), and when a file of it cannot be
 * loaded (`look`). The files of a build that only previews show are gone with the preview. Without
 * `look` people would be told to try again until the next heartbeat.
 */
export function followPreview({ connect, clock, hasEnded, reload }: PreviewLineParts) {
  let asking = false;
  const look = async () => {
    if (asking) return;
    asking = true;
    // Once: the site says it in one answer, and a second would already be the page without the preview.
    if (await hasEnded()) reload();
    else asking = false;
  };
  const { join, leave } = createNewsLine({
    // Without locks each tab listens by itself: those of a preview are few, and none passes news on to the others.
    name: 'tallystick-preview-news',
    hasLocks: false,
    connect,
    clock,
    onNews: () => void look(),
    onBeat: () => void look(),
  });
  return { join, leave, look };
}

const answerSchema = v.object({ preview: v.optional(v.unknown()) });

/** Asks the site whether this browser is still shown its preview; a site that does not answer says nothing. */
export async function askWhetherEnded(): Promise<boolean> {
  try {
    const answer = await fetch('/releases/current.json', { cache: 'no-store' });
    if (answer.status === 404) return true;
    return answer.ok && v.parse(answerSchema, await answer.json()).preview === undefined;
  } catch {
    return false;
  }
}
