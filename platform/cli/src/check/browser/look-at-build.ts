import type { Browser } from '@playwright/test';
import { plainAddress, plainAddresses } from '@tallystick/contract/path-pattern';
import { artifactBase } from '@tallystick/contract/read-release';
import type { LocalBuild } from '../../builds/local-build.ts';
import { type CheckFinding, failed, listed, open } from '../finding.ts';
import { openInSite } from '../open-in-site.ts';
import { startChromium } from './find-chromium.ts';
import { lookAtPage } from './look-at-page.ts';
import { findingsOf } from './page-findings.ts';
import type { SeenPage } from './seen-page.ts';
import { openSourcePlaces } from './source-places.ts';

export interface LookParts {
  local: LocalBuild;
  /** The site in whose pages it is looked at. */
  site: string;
  /** Paths beside the declared ones without a parameter. */
  more: readonly string[];
  /** Where a Playwright may be. */
  folders: readonly string[];
  /** The browser's file; undefined: Playwright's own. */
  executable: string | undefined;
}

/** Pages that are open at once, and milliseconds for each: so sixteen that never show take a minute. */
const lanes = 4;
const timeoutMs = 15_000;
const maxPages = 16;

/** Shows a build in the live pages of a site, in a browser, and says what it does there. */
export async function lookAtBuild(parts: LookParts): Promise<CheckFinding[]> {
  const started = await startChromium(parts.folders, parts.executable);
  if (!started.ok) return [{ check: 'pages', ...failed(started) }];
  try {
    return await lookIn(started.value, parts);
  } finally {
    await started.value.close();
  }
}

async function lookIn(browser: Browser, { local, site, more }: LookParts): Promise<CheckFinding[]> {
  const proxy = await openInSite(local, site, 0);
  if (!proxy.ok) return [{ check: 'pages', ...failed(proxy) }];
  const { url, close } = proxy.value;
  const { app, build, declaration } = local.artifact;
  const base = url + artifactBase(app, build);
  const routes = declaration?.routes ?? [];
  const plain = [...new Set([...plainAddresses(routes), ...more])];
  const waiting = plain.slice(0, maxPages).values();
  const seen: SeenPage[] = [];
  const lane = async () => {
    for (const path of waiting) {
      seen.push(await lookAtPage(browser, path, { app, build, url, base, timeoutMs }));
    }
  };
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
  } finally {
    close();
  }
  const others = routes.map(({ path }) => path).filter((path) => plainAddress(path) === null);
  const unseen = [...plain.slice(maxPages), ...others];
  const widgets = declaration?.exposes ?? [];
  return [
    ...(await findingsOf(seen, openSourcePlaces(local, base), local.artifact)),
    ...(unseen.length === 0
      ? []
      : [{ check: 'pages', ...open(`Not opened: ${listed(unseen)}. Name addresses: --page /…`) }]),
    ...(widgets.length === 0
      ? []
      : [
          {
            check: 'widgets',
            ...open(`Shown by pages of others: ${listed(widgets)}. Name one: --page /…`),
          },
        ]),
  ];
}
