import type { PageError } from '@tallystick/contract/page-error';
import { scrub } from '@tallystick/contract/scrub';
import type { BuildKey } from '../contract/build-key.ts';
import type { ReportedError } from '../contract/page-errors.ts';
import type { Reporter } from '../health/reporter.ts';
import { keyOf, shortHash } from './fingerprint.ts';

/** How many different errors are kept between two flushes, in all and of one network. */
const maxPending = 500;
const maxOfNetwork = 20;
/** How many browsers of one error are kept between two flushes. */
const maxBrowsers = 200;
const day = 86_400_000;

/** What pages said of one error of a build since the last flush. */
export interface ErrorNews extends BuildKey {
  key: string;
  report: ReportedError;
  /** Of whoever reported it first. */
  network: string;
  reports: number;
  /** Networks of the browsers in which it was, by browser. */
  browsers: Map<string, string>;
}

/** Errors that pages report, kept until they are flushed. Only browsers that the site knows are heard. */
export function openErrorIntake(now: () => number) {
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
