import type { Page } from '@playwright/test';

declare global {
  interface Window {
    eventTimes?: Map<number, number>;
  }
}

interface InteractionTiming extends PerformanceEntry {
  readonly interactionId: number;
}

/** Runs in the page, before its own scripts: notes how long each interaction took until the next paint. */
function noteEvents(): void {
  const times = new Map<number, number>();
  window.eventTimes = times;
  const isInteraction = (entry: PerformanceEntry): entry is InteractionTiming =>
    'interactionId' in entry && typeof entry.interactionId === 'number' && entry.interactionId > 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries().filter(isInteraction)) {
      times.set(entry.interactionId, Math.max(times.get(entry.interactionId) ?? 0, entry.duration));
    }
  });
  // The DOM types do not know the threshold, which is 104 ms unless it is said.
  const options = { type: 'event', durationThreshold: 16, buffered: true };
  observer.observe(options);
}

/** Lets every page that is opened from now on note its interactions. */
export const watchEvents = (page: Page): Promise<unknown> => page.addInitScript(noteEvents);

/**
 * Milliseconds from each input of `act` until the browser has painted what follows, in steps of 8 as the
 * Event Timing API gives them. Inputs that took less than 16 ms count as 16.
 */
export async function eventTimes(
  page: Page,
  inputs: number,
  act: () => Promise<unknown>,
): Promise<number[]> {
  await page.evaluate(() => window.eventTimes?.clear());
  await act();
  // The observer hears of an event after the paint that follows it.
  await page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))),
      ),
  );
  const long = await page.evaluate(() => [...(window.eventTimes?.values() ?? [])]);
  const short = Array.from({ length: Math.max(0, inputs - long.length) }, () => 16);
  return [...long, ...short];
}
