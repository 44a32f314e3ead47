import { strings } from '../strings.ts';
import classes from './browser-rates.module.css';
import type { RunningBuild } from './standing.ts';

/** What browsers said of a build lately: in how many it failed, how, and how long its loads took. */
export function BrowserRates({ build }: { readonly build: RunningBuild }) {
  const { browsers, kinds, took, steps, recovered } = build;
  const words = strings.board.browsers;
  const lines = [
    ...(browsers.browsers === 0 ? [] : [words.failed(browsers.failed, browsers.browsers)]),
    ...Object.entries(kinds).map(([kind, many]) => words.kind(kind, many)),
    ...(steps === 0 ? [] : [words.steps(steps, recovered)]),
    ...(took === null ? [] : [words.took(took.median, took.p95)]),
  ];
  if (lines.length === 0) return null;
  return <p className={classes.rates}>{lines.join(' · ')}</p>;
}
