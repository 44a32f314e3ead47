import type { PageError } from '@tallystick/contract/page-error';
import { scrub } from '@tallystick/contract/scrub';
import type { PartContext } from '../../src/part/part.ts';
import type { Listener } from '../../src/reports/listener.ts';
import type { Reporter } from '../../src/reports/reporter.ts';
import type { ErrorNews } from './error-news.ts';
import { keyOf, shortHash } from './fingerprint.ts';
import type { MissedError } from './missed-errors.ts';
import { openPlaceReader } from './place-reader.ts';
import { writeErrors } from './write-errors.ts';

/**
 * How many different errors are kept between two flushes: in all, of one network, and of an app from one network. As
 * many again are noted as missed.
 */
const maxPending = 500;
const maxOfNetwork = 100;
const maxOfApp = 20;
/** How many browsers of one error are kept between two flushes. */
const maxBrowsers = 200;
const day = 86_400_000;
/** Stands for the network of what is met where pages are rendered. */
const siteServer = 'site server';

/** Errors that pages report, kept until they are flushed. Only browsers that the site knows are heard. */
function openErrorIntake(now: () => number) {
  let pending = new Map<string, ErrorNews>();
  let missed = new Map<string, MissedError>();
  /** Errors taken by network, and by network and app. */
  let taken = new Map<string, number>();

  /** Whether one more error of an app can be taken from a network; if so, it is counted. */
  function admit(network: string, app: string): boolean {
    const [all, its] = [taken.get(network) ?? 0, taken.get(`${network} ${app}`) ?? 0];
    if (pending.size >= maxPending || all >= maxOfNetwork || its >= maxOfApp) return false;
    taken.set(network, all + 1);
    taken.set(`${network} ${app}`, its + 1);
    return true;
  }

  /** Notes one more report of an error; `news` null: it cannot be taken. */
  function note({ app, build, ...said }: PageError, network: string) {
    const [name, message] = [cleaned(said.name), cleaned(said.message)];
    const report = { name, message, frames: said.frames };
    const key = keyOf(report);
    const id = `${app}@${build} ${key}`;
    const known = pending.get(id);
    if (known === undefined && !admit(network, app)) {
      if (missed.size < maxPending) missed.set(id, { app, build, key });
      return { id, news: null };
    }
    const news = known ?? { app, build, key, report, network, reports: 0, browsers: new Map() };
    news.reports += 1;
    pending.set(id, news);
    return { id, news };
  }

  return {
    take(errors: readonly PageError[], { browser, network, sampled }: Reporter): void {
      if (!sampled) return;
      for (const error of errors) {
        const { id, news } = note(error, network);
        if (news !== null && news.browsers.size < maxBrowsers) {
          news.browsers.set(browserOf(browser, id, now()), network);
        }
      }
    },
    /** An error of a build where the site server renders pages: it was in no browser. */
    takeOfSite: (error: PageError): void => void note(error, siteServer),
    /** What has come in since the last drain, and what could not be taken. */
    drain() {
      const drained = { news: [...pending.values()], missed: [...missed.values()] };
      pending = new Map();
      missed = new Map();
      taken = new Map();
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
  context: Pick<PartContext, 'db' | 'now' | 'files'>,
  perNetwork: number,
): Listener {
  const { db, now } = context;
  const intake = openErrorIntake(now);
  const placeIn = openPlaceReader(context);
  return {
    tab: ({ errors = [] }, reporter) => {
      if (reporter !== undefined) intake.take(errors, reporter);
    },
    siteError: (error) => {
      intake.takeOfSite(error);
      return placeIn(error);
    },
    drain: () => {
      const { news, missed } = intake.drain();
      if (news.length + missed.length === 0) return null;
      return async (isPublished) => {
        const published = { news: news.filter(isPublished), missed: missed.filter(isPublished) };
        await writeErrors(db, published, perNetwork, now());
      };
    },
  };
}
