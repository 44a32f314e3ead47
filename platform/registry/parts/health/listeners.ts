import type { PartContext } from '../../src/part/part.ts';
import type { Listener } from '../../src/reports/listener.ts';
import { openBreaches, writeBreaches } from './breaches.ts';
import { openBrowserCounter } from './browser-counter.ts';
import { writeBrowsers } from './browsers.ts';
import { flush } from './flush.ts';
import { openIntake } from './intake.ts';
import { beginningListener } from './page-beginnings.ts';
import type { HealthSettings } from './settings.ts';

/** What hears what runs and loads in tabs, what fails in browsers, and what the policy of pages refuses. */
export function healthListeners(
  { db, now }: Pick<PartContext, 'db' | 'now'>,
  { perNetwork }: Pick<HealthSettings, 'perNetwork'>,
): Listener[] {
  const intake = openIntake();
  const counter = openBrowserCounter();
  const breaches = openBreaches();
  return [
    beginningListener({ db, now }),
    {
      tab: (report, reporter) => intake.take(report, reporter?.sampled ?? true),
      drain: () => {
        const news = intake.drain();
        if (news.length === 0) return null;
        return (isPublished) => flush(db, news, isPublished, now());
      },
    },
    {
      breach: breaches.note,
      drain: () => {
        const news = breaches.drain();
        if (news.length === 0) return null;
        return (isPublished) => writeBreaches(db, news.filter(isPublished), now());
      },
    },
    {
      tab: (report, reporter) => {
        if (reporter !== undefined) counter.take(report, reporter);
      },
      drain: () => {
        const news = counter.drain();
        if (news.length === 0) return null;
        return (isPublished) => writeBrowsers(db, news.filter(isPublished), perNetwork, now());
      },
    },
  ];
}
