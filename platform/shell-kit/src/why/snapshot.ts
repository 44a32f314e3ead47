import { getInstance } from '@module-federation/enhanced/runtime';
import { artifactBase } from '@tallystick/contract/read-release';
import { scrub } from '@tallystick/contract/scrub';
import type { EarlierReact } from '../earlier-react/earlier-react.ts';
import { readManifest } from '../federation/manifest.ts';
import { type Build, includesBuild, isSameBuild } from '../release/build.ts';
import { runningBuilds } from '../release/state.ts';
import type { Site } from '../routing/site.ts';
import type { PageFacts, PartFacts } from './facts.ts';
import { reasonOf } from './reason.ts';
import { refusedTo } from './refused.ts';
import { notTakenOf, sharedModules, versionsOf } from './shared-modules.ts';
import { sheetsOf } from './sheets.ts';
import { failedOf, filesOf, phasesOf, shellPhasesOf } from './timing.ts';
import type { Violation } from './violations.ts';

/** Where a page knows what it runs, and why. */
export interface PageParts {
  readonly site: Pick<Site, 'release' | 'readBuild'>;
  readonly earlier: Pick<EarlierReact, 'shares'>;
  /** What the policy has refused since the shell began. */
  readonly violations: readonly Violation[];
}

/**
 * What a page knows of why it runs what it runs, as it is now. It is read from what the page keeps anyway and from the
 * browser, and changes nothing.
 */
export async function snapshotOf(parts: PageParts): Promise<PageFacts> {
  const state = parts.site.release.state();
  const { shell, newest, goal, mounted, widgets } = state;
  const running = runningBuilds(state);
  const remotes = goal.remotes.map(({ name: app, build, declaration: { title } }) => ({
    ...{ app, build: running[app] ?? build, title },
  }));
  const all: Pick<PartFacts, 'app' | 'build' | 'title' | 'runs'>[] = [
    { ...shell, title: '', runs: 'shell' },
    ...remotes.map((remote) => ({ ...remote, runs: whereIs(remote, mounted, widgets) })),
  ];
  const order = ['shell', 'page', 'widget', 'none'];
  all.sort((one, other) => order.indexOf(one.runs) - order.indexOf(other.runs));
  return {
    address: addressOf(location),
    at: Date.now(),
    channel: newest.channel,
    revision: newest.revision,
    parts: await Promise.all(all.map((one) => partOf(one, parts))),
    refused: refusedTo(null, parts.violations),
  };
}

function whereIs(
  build: Build,
  mounted: readonly Build[],
  widgets: readonly Build[],
): PartFacts['runs'] {
  if (includesBuild(mounted, build)) return 'page';
  return includesBuild(widgets, build) ? 'widget' : 'none';
}

async function partOf(
  one: Pick<PartFacts, 'app' | 'build' | 'title' | 'runs'>,
  { site, earlier, violations }: PageParts,
): Promise<PartFacts> {
  const { app, build, runs } = one;
  const state = site.release.state();
  const base = artifactBase(app, build);
  const entries = performance.getEntries();
  const address = new URL(base, location.href).href;
  const phases =
    runs === 'shell' ? shellPhasesOf(entries, address) : phasesOf(entries, one, address);
  const wasLoaded = runs !== 'shell' && phases.evaluated !== null;
  // Whatever cannot be read of one part, the others are told of.
  const shares = wasLoaded ? await sharesOf(one, { site, earlier }).catch(() => null) : null;
  return {
    ...one,
    reason: reasonOf(state, app, build),
    failed: failedOf(entries, app, state.ladders[app], performance.timeOrigin),
    phases,
    files: filesOf(entries, address),
    shared: shares?.shared ?? null,
    notTaken: shares?.notTaken ?? [],
    shows: widgetsIn(one),
    sheets: runs === 'shell' ? [] : sheetsOf(app, base),
    refused: refusedTo(one, violations),
  };
}

/** What a build that has been loaded takes from its share scope; null: its manifest does not say. */
async function sharesOf(
  { app, build }: Build,
  { site, earlier }: Pick<PageParts, 'site' | 'earlier'>,
) {
  const { shared: required } = readManifest(await site.readBuild({ name: app, build }));
  if (required === undefined) return null;
  const page = getInstance()?.shareScopeMap.default ?? {};
  const instead = versionsOf(await earlier.shares(required, page));
  const shell = versionsOf(page);
  return {
    shared: sharedModules(required, shell, instead),
    notTaken: notTakenOf(required, shell),
  };
}

/** The widgets that stand in what a build shows, each once. */
function widgetsIn({ app, build }: Build): Build[] {
  const found: Build[] = [];
  const zones = `[data-part="${app}"][data-build="${build}"]`;
  for (const element of document.querySelectorAll<HTMLElement>(`${zones} [data-part]`)) {
    const { part = '', build: of = '' } = element.dataset;
    const within = element.parentElement?.closest(zones);
    // Not what a widget in it shows in turn.
    if (within !== element.parentElement?.closest('[data-part]')) continue;
    const widget = { app: part, build: of };
    if (!found.some((known) => isSameBuild(known, widget))) found.push(widget);
  }
  return found;
}

/** An address that may be handed on: the names of its query alone, and no part of it that holds an e-mail address. */
function addressOf({ origin, pathname, search }: Location): string {
  const parts = pathname.split('/').map((part) => (/@|%40/i.test(part) ? scrub(part) : part));
  const names = [...new Set(new URLSearchParams(search).keys())]
    // What stands there without a `=` may be a value as well.
    .map((name) => (/^[a-z][\w-]{0,20}$/i.test(name) ? `${name}=…` : '…'));
  return origin + parts.join('/') + (names.length === 0 ? '' : `?${names.join('&')}`);
}
