import type { PageError } from '@tallystick/contract/page-error';
import { scrub } from '@tallystick/contract/scrub';
import type { PartContext } from '../../src/part/part.ts';
import type { Listener } from '../../src/reports/listener.ts';
import type { Reporter } from '../../src/reports/reporter.ts';
import type { ErrorNews } from './error-news.ts';
import { keyOf, shortHash } from './fingerprint.ts';
import { writeErrors } from './write-errors.ts';

/** How many different errors are kept between two flushes, in all and of one network. */
const maxPending = 500;
const maxOfNetwork = 20;
/** How many browsers of one error are kept between two flushes. */
const maxBrowsers = 200;
const day = 86_400_000;

/** Errors that pages report, kept until they are flushed. Only browsers that the site knows are heard. */
function openErrorIntake(now: () => number) {
  let pending = new Map<string, ErrorNews>();
  let ofNetwork = new Map<string, number>();

  return {
    take(errors: readonly PageError[], { browser, network, sampled }: Reporter): void {
      if (!sampled) return;
      for (const { app, build, ...said } of errors) {
        const [name, message] = [cleaned(said.name), cleaned(said.message)];
        const report = { name, message, frames: said.frames };
        const key = keyOf(report);
        const id = `${app}@${build} ${key}`;
        const known = pending.get(id);
        const taken = ofNetwork.get(network) ?? 0;
        if (known === undefined && (pending.size >= maxPending || taken >= maxOfNetwork)) continue;
        const news = known ?? { app, build, key, report, network, reports: 0, browsers: new Map() };
        news.reports += 1;
        if (news.browsers.size < maxBrowsers) {
          news.browsers.set(browserOf(browser, id, now()), network);
        }
        if (known !== undefined) continue;
        pending.set(id, news);
        ofNetwork.set(network, taken + 1);
      }
    },
    /** What has come in since the last drain. */
    drain(): ErrorNews[] {
      const drained = [...pending.values()];
      pending = new Map();
      ofNetwork = new Map();
      return drained;
    },
  };
}

/** Once more what a page should have done, and as the database takes it. */
function cleaned(text: string): string {
  return scrub(text.toWellFormed());
}

/** Another name for each error and day: what is kept says nothing of a browser's other errors. */
function browserOf(browser: string, error: string, now: number): string {
  return shortHash(`${Math.floor(now / day)} ${error} ${browser}`);
}

/** @param perNetwork how many browsers of one network count for one error */
export function openErrorListener(
  { db, now }: Pick<PartContext, 'db' | 'now'>,
  perNetwork: number,
): Listener {
  const intake = openErrorIntake(now);
  return {
    tab: ({ errors = [] }, reporter) => {
      if (reporter !== undefined) intake.take(errors, reporter);
    },
    drain: () => {
      const news = intake.drain();
      if (news.length === 0) return null;
      return (isPublished) => writeErrors(db, news.filter(isPublished), perNetwork, now());
    },
  };
}
