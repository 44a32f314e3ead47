import type { TabReport } from '@tallystick/contract/release-news';
import { every } from '@tallystick/store/repeat';
import type { Context } from '../context.ts';
import type { BuildKey } from '../contract/build-key.ts';
import { openErrorIntake } from '../errors/intake.ts';
import { writeErrors } from '../errors/write.ts';
import { openBrowserCounter } from '../health/browser-counter.ts';
import { writeBrowsers } from '../health/browsers.ts';
import type { Reporter } from '../health/reporter.ts';
import { openBreaches, writeBreaches } from './breaches.ts';
import { flush } from './flush.ts';
import { expiries, forget } from './forget.ts';
import { openIntake } from './intake.ts';

/** Every how many flushes the tables are looked through for what is too old. */
const forgetEvery = 30;

/**
 * Takes in what tabs report and writes it into the tables.
 *
 * @param pace between two flushes, in milliseconds
 */
export function openReports(
  { db, audit, now, settings, hooks }: Pick<Context, 'db' | 'audit' | 'now' | 'settings' | 'hooks'>,
  pace: number,
) {
  const intake = openIntake();
  const counter = openBrowserCounter();
  const breaches = openBreaches();
  const errors = openErrorIntake(now);
  const rules = [...expiries(settings.window), ...hooks.flatMap(({ forgets = [] }) => forgets)];
  let begun = 0;

  async function flushAll(): Promise<void> {
    const isTime = begun % forgetEvery === 0;
    // Before it is tried: where it fails, the next flushes go on.
    begun += 1;
    const { perNetwork } = settings;
    let asked: ReturnType<typeof audit.follow> | undefined;
    /** Writes news of builds that were published; which those are is asked once for all sorts of news. */
    const flushNews = async <T>(
      news: readonly T[],
      write: (news: readonly T[], isPublished: (build: BuildKey) => boolean) => Promise<void>,
    ): Promise<void> => {
      if (news.length === 0) return;
      asked ??= audit.follow();
      const { builds } = await asked;
      await write(news, ({ app, build }) => builds.has(`${app}@${build}`));
    };
    // Side by side: one that fails takes no other with it.
    const parts = await Promise.allSettled([
      flushNews(intake.drain(), (news, isPublished) => flush(db, news, isPublished, now())),
      flushNews(breaches.drain(), (news, isPublished) =>
        writeBreaches(db, news.filter(isPublished), now()),
      ),
      flushNews(counter.drain(), (news, isPublished) =>
        writeBrowsers(db, news.filter(isPublished), perNetwork, now()),
      ),
      flushNews(errors.drain(), (news, isPublished) =>
        writeErrors(db, news.filter(isPublished), perNetwork, now()),
      ),
    ]);
    if (isTime) await forget(db, now(), rules);
    for (const part of parts) if (part.status === 'rejected') throw part.reason;
  }

  // What a failed flush has drained is lost, about a second of loads, failures and errors: once more
  // it might count twice. What runs where tabs report again soon.
  const flushes = every(pace, flushAll);

  return {
    report: (report: TabReport, reporter?: Reporter): void => {
      intake.take(report, reporter?.sampled ?? true);
      if (reporter === undefined) return;
      counter.take(report, reporter);
      errors.take(report.errors ?? [], reporter);
    },
    noteBreach: breaches.note,
    /** Writes what has come in; resolves when it is in the tables. */
    flush: flushes.again,
    /** Ends the flushing, after a last one. */
    close: async (): Promise<void> => {
      await flushes.close();
      await flushes.run().catch(() => {});
    },
  };
}
