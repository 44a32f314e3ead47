import type { Browser } from '@playwright/test';
import { showInSite } from '@tallystick/build/show-in-site';
import { artifactBase } from '@tallystick/contract/read-release';
import type { LocalBuild } from '../../builds/local-build.ts';
import { failure, type OrFailure, orFail } from '../../outcome.ts';
import { builtCopy } from '../built-copy.ts';
import { type CheckFinding, failed, listed, open } from '../finding.ts';
import { startChromium } from './find-chromium.ts';
import { lookAtPage, type SeenPage } from './look-at-page.ts';
import { wayOut } from './policy.ts';
import { openSourcePlaces, type SourcePlaces } from './source-places.ts';

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

/** Pages that are open at once, and milliseconds for each: so sixteen that never show take 40 s. */
const lanes = 4;
const timeoutMs = 10_000;
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
  const paths = (declaration?.routes ?? []).map(({ path }) => path);
  const plain = [...new Set([...paths.filter((path) => !path.includes(':')), ...more])];
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
  const unseen = [...plain.slice(maxPages), ...paths.filter((path) => path.includes(':'))];
  const widgets = declaration?.exposes ?? [];
  return [
    ...(await findingsOf(seen, openSourcePlaces(local, base), local)),
    ...(unseen.length === 0
      ? []
      : [{ check: 'pages', ...open(`Not opened: ${listed(unseen)}. Name addresses: --page /…`) }]),
    ...(widgets.length === 0
      ? []
      : [{ check: 'widgets', ...open(`Shown by pages of others: ${listed(widgets)}.`) }]),
  ];
}

/**
 * Opens the pages of a site with a build of a folder in them, on this machine; `port` 0: anywhere.
 */
export async function openInSite(
  local: LocalBuild,
  site: string,
  port: number,
): Promise<OrFailure<Awaited<ReturnType<typeof showInSite>>>> {
  const shown = orFail(await builtCopy(local));
  try {
    return { ok: true, value: await showInSite(site, shown, port) };
  } catch (error) {
    return failure('unreachable', error instanceof Error ? error.message : String(error));
  }
}

/** What pages did, each thing once, with the pages that did it. */
async function findingsOf(
  seen: readonly SeenPage[],
  places: SourcePlaces,
  { artifact }: LocalBuild,
): Promise<CheckFinding[]> {
  const found = new Map<string, { finding: CheckFinding; pages: Set<string> }>();
  const add = (page: string, check: string, result: CheckFinding['result'], says: string) => {
    const one = found.get(`${check} ${says}`) ?? {
      finding: { check, result, says },
      pages: new Set<string>(),
    };
    one.pages.add(page);
    found.set(`${check} ${says}`, one);
  };
  const ordered = [...seen].sort((one, other) => (one.path < other.path ? -1 : 1));
  for (const { path, shown, took, thrown, refused, missing, nameless } of ordered) {
    if (shown === true) add(path, 'pages', 'ok', `${path} shows, after ${took} ms.`);
    else add(path, 'pages', 'failed', `${path} does not show.${inPlace(shown.notice)}`);
    for (const stack of thrown) {
      const [line = ''] = stack.split('\n');
      const place = await places.ofStack(stack);
      add(path, 'thrown', 'failed', `${line}${place === null ? '' : `, at ${place.text}`}`);
    }
    for (const one of refused) {
      const place = await places.placeOf(one.file, one.line, one.column);
      const by = place?.library ?? place?.text ?? one.file;
      const asked = by === '' ? '' : `, asked for by ${by}`;
      add(
        path,
        'policy',
        'failed',
        `${one.directive} refuses ${one.blocked}${asked}. ${wayOut(one)}`,
      );
    }
    for (const address of missing) {
      const isOwn = Object.hasOwn(artifact.files, address.slice(1));
      const why = isOwn ? ', a file of the build at a fixed path' : '';
      add(path, 'missing', 'failed', `Nothing is at ${address}${why}.`);
    }
    for (const markup of nameless) {
      add(path, 'names', 'warning', `Who does not see it hears no name: ${markup}`);
    }
  }
  return [...found.values()].map(({ finding, pages }) =>
    finding.check === 'pages'
      ? finding
      : { ...finding, says: `${finding.says} (on ${listed([...pages])})` },
  );
}

function inPlace(notice: string): string {
  return notice === '' ? '' : ` In its place: "${notice}"`;
}
