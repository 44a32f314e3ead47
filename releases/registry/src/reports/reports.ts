import type { TabReport } from '@tallystick/shared/contracts/release-news';
import { actingFor } from '@tallystick/store/caller';
import type { Context } from '../context.ts';
import { openErrorIntake } from '../errors/intake.ts';
import { writeErrors } from '../errors/write.ts';
import { openBrowserCounter } from '../health/browser-counter.ts';
import { writeBrowsers } from '../health/browsers.ts';
import type { Reporter } from '../health/reporter.ts';
import { openBreaches } from './breaches.ts';
import { flush, publishedOf } from './flush.ts';
import { forget } from './forget.ts';
import { openIntake } from './intake.ts';

/** Every how many flushes the tables are looked through for what is too old. */
const forgetEvery = 30;

/**
 * Takes in what tabs report and writes it into the tables.
 *
 * @param pace between two flushes, in milliseconds
 */
export function openReports(
  { db, now, settings }: Pick<Context, 'db' | 'now' | 'settings'>,
  pace: number,
) {
  const intake = openIntake();
  const counter = openBrowserCounter();
  const breaches = openBreaches(db, now);
  const errors = openErrorIntake(now);
  let flushes = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function flushTabs(): Promise<void> {
    const news = intake.drain();
    if (news.length > 0) await flush(db, news, now());
  }

  async function flushBrowsers(): Promise<void> {
    const browsers = counter.drain();
    if (browsers.length === 0) return;
    const published = await publishedOf(db, browsers);
    const known = browsers.filter(({ app, build }) => published.has(`${app}@${build}`));
    await writeBrowsers(db, known, settings.perNetwork, now());
  }

  async function flushAll(): Promise<void> {
    const isTime = flushes % forgetEvery === 0;
    // Before it is tried: where it fails, the next flushes go on.
    flushes += 1;
    // Side by side: one that fails takes no other with it.
    const parts = await Promise.allSettled([
      flushTabs(),
      breaches.flush(),
      flushBrowsers(),
      writeErrors(db, errors.drain(), settings.perNetwork, now()),
    ]);
    if (isTime) await forget(db, now(), settings.window);
    for (const part of parts) if (part.status === 'rejected') throw part.reason;
  }

  function flushOnce(): Promise<void> {
    // Whoever asks for it: what is written is what everybody's tabs said.
    const result = last.then(() => actingFor(undefined, flushAll));
    last = result.catch(() => {});
    return result;
  }

  // What a failed flush has drained is lost, about a second of loads, failures and errors: once more
  // it might count twice. What runs where tabs report again soon.
  const timer = setInterval(() => flushOnce().catch(() => {}), pace);
  timer.unref();
  return {
    report: (report: TabReport, reporter?: Reporter): void => {
      intake.take(report, reporter?.sampled ?? true);
      if (reporter === undefined) return;
      counter.take(report, reporter);
      errors.take(report.errors ?? [], reporter);
    },
    noteBreach: breaches.note,
    /** Writes what has come in; resolves when it is in the tables. */
    flush: flushOnce,
    /** Ends the flushing, after a last one. */
    close: async (): Promise<void> => {
      clearInterval(timer);
      await flushOnce().catch(() => {});
    },
  };
}
