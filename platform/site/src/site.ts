import { defaultChannel } from '@tallystick/contract/release';
import type { Log } from '@tallystick/guard/log/log';
import type { Metrics } from '@tallystick/guard/metrics/metrics';
import { type ServerLimits, usualLimits } from '@tallystick/guard/open-server';
import { tellReady } from '@tallystick/guard/ready';
import { usualSlots } from '@tallystick/guard/slots';
import type { Tracing } from '@tallystick/guard/traces/tracing';
import type { Registry } from '@tallystick/registry/registry';
import { processTime } from '@tallystick/timing/monotonic-clock';
import type { FastifyInstance } from 'fastify';
import { callApi } from './api/call-api.ts';
import { remembered } from './api/remembered.ts';
import { artifacts } from './artifacts/artifacts.ts';
import { openDelivery } from './artifacts/open-delivery.ts';
import { revisionPreparer } from './artifacts/prepare-revision.ts';
import type { Site } from './definition/configure-site.ts';
import { platformPaths } from './definition/platform-paths.ts';
import { type ReleaseEventsOptions, releaseEvents } from './events/release-events.ts';
import { siteFiles } from './files/site-files.ts';
import { siteTools } from './files/site-tools.ts';
import { guardSite } from './http/guard-site.ts';
import { openSiteServer } from './http/server.ts';
import { publicLog } from './log/public-log.ts';
import { measureReleases } from './observation/measure-releases.ts';
import { tellHealth } from './observation/tell-health.ts';
import { offlineCache, serveWorker } from './offline-cache/offline-cache.ts';
import { pageKey } from './offline-cache/page-key.ts';
import { openSources } from './open-sources.ts';
import { describer } from './page/describe-address.ts';
import { pageMaker } from './page/page-maker.ts';
import { pages } from './page/pages.ts';
import { policyReports } from './policy/policy-reports.ts';
import { previewRoutes } from './preview/preview-routes.ts';
import type { ReleasesOptions } from './release/releases.ts';
import { openRendering } from './rendering/open-rendering.ts';
import type { RenderLimits } from './rendering/renderer.ts';
import { reports } from './reports/reports.ts';

/** Tabs that may follow release events; all other connections are for requests. */
const maxTabs = 5_000;
/** Milliseconds in which a request must have arrived with its body: none here is long. */
const arrivalLimit = 10_000;
/** One in so many of the requests that a client may make can be for a page that has to be rendered. */
const pagesPerRendered = 20;

interface SiteLimits {
  /** Requests a minute of one client. */
  perAddress: number;
  /** Milliseconds by which the event loop may lag. */
  lag: number;
  /** Milliseconds that a page waits for what the site's API says of its address. */
  factsMs: number;
  /** Milliseconds that a page waits to be rendered. */
  rendersMs: number;
  server: Partial<ServerLimits>;
}

export interface SiteParts {
  registry: Registry;
  /** Public keys by which what the registry says must be signed: Ed25519, 32 bytes in base64. */
  keys: readonly string[];
  /** The channel whose newest revision pages are made from. */
  channel: string;
  site: Site;
  /** Whether browsers cache the site for when it does not answer. */
  keeper?: boolean;
  /** Where browsers reach the site: an origin. */
  siteUrl: string;
  /** For files of this server, all of which can be made again. */
  dataFolder: string;
  log: Log;
  /** Absent: nothing is measured. */
  metrics?: Metrics | undefined;
  /** Absent: nothing is recorded of traces. */
  tracing?: Tracing | undefined;
  /** Proxies whose X-Forwarded-For is believed. */
  trustProxy?: readonly string[];
  /** Share of browsers whose loads are counted, between 0 and 1; absent: all. */
  sample?: number;
  limits?: Pick<ReleasesOptions, 'staleAfterMs' | 'timeoutMs'> &
    Partial<Pick<ReleaseEventsOptions, 'slots' | 'heartbeatMs'>> &
    Partial<SiteLimits>;
  /** How long pages may take to be rendered here, by builds that have a server entry; absent: browsers draw them. */
  rendering?: RenderLimits | undefined;
  /** Share of the process's connections, up to 1. */
  share: number;
  /** Aborted when the process is asked to stop: `/ready` says no from then on. */
  leaving?: AbortSignal;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/**
 * The site server: pages made from the channel's newest revision, the artifacts that they load, news for open tabs, and
 * what these say of themselves. It closes neither registry nor admin API.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the list of the site's parts, in the order of their hooks.
export async function buildSite(parts: SiteParts): Promise<FastifyInstance> {
  const { registry, keys, channel, site, siteUrl, limits } = parts;
  const { sample = 1, metrics, tracing, keeper = false, now = processTime } = parts;
  const secure = siteUrl.startsWith('https:');
  const { perAddress = 6_000, lag, factsMs = 300, rendersMs = 500 } = limits ?? {};
  const serverLimits = {
    ...usualLimits(parts.share),
    requestTimeout: arrivalLimit,
    ...limits?.server,
  };
  const { trustProxy } = parts;
  const server = openSiteServer(parts.log, secure, { trustProxy, limits: serverLimits });
  // Another channel's site is there to be tried, and nobody should find it in place of production's.
  const indexed = channel === defaultChannel;
  const countMiss = guardSite(server, { indexed, metrics, tracing, perAddress, lag });
  const log = (line: string) => parts.log.warn(line);
  const sources = openSources({
    ...{ registry, keys, channel, secure, sample, now, log },
    ...limits,
  });
  const { open, records, releases, browsers, tickets, reporters, previews, ownSecret } = sources;
  if (metrics !== undefined) measureReleases(metrics, releases, now);
  const { bodies, dictionaries } = openDelivery(server, {
    registry,
    dataFolder: parts.dataFolder,
    log,
  });

  tellHealth(server, channel, releases);
  tellReady(server, async () => (await releases.get()).value !== null, parts.leaving);
  artifacts(server, { records, bodies, dictionaries, previews, countMiss });

  const prepare = revisionPreparer({
    ...{ registry, channel, records, keys, open, bodies, dictionaries },
  });
  const { api, names } = site;
  const configuration = {
    ...site.page,
    services: [...(site.services ?? [])],
    productName: names.product,
    ...(keeper && { keeper }),
    ...(tracing !== undefined && { traces: true }),
  };
  const quick = { timeoutMs: factsMs, maxRunning: 50, now };
  const rendering =
    parts.rendering &&
    (await openRendering({
      ...parts.rendering,
      configuration,
      api,
      bodies,
      releases,
      call: callApi(api, { ...quick, timeoutMs: rendersMs }),
      waitMs: rendersMs,
      perClient: perAddress / pagesPerRendered,
      report: registry.reports.noteError,
      dataFolder: parts.dataFolder,
      now,
      log,
    }));
  server.addHook('onClose', async () => await rendering?.close());

  releaseEvents(server, {
    registry,
    releases,
    browsers,
    slots: usualSlots(maxTabs, serverLimits.inAll),
    metrics,
    ...limits,
    onRevision: (revision) => {
      rendering
        ?.renderAhead()
        .catch((error: unknown) => log(`No page is rendered ahead: ${error}`));
      prepare(revision).catch((error: unknown) => log(`Not compressed yet: ${error}`));
    },
  });
  publicLog(server, registry);
  await server.register(previewRoutes, { previews, browsers });
  await server.register(reports, { registry, channel, previews, reporters });
  policyReports(server, { registry, previews, log, now });
  const makePage = pageMaker(site, { ...configuration, releaseKeys: [...keys] }, siteUrl, bodies);
  if (keeper) {
    const key = pageKey(ownSecret('pages'));
    const filesBelow = (site.files ?? []).map(({ below }) => below);
    offlineCache(server, { registry, releases, previews, browsers, makePage, key, filesBelow });
  } else {
    // It deletes what browsers have cached, and unregisters itself.
    serveWorker(server, 'unregister.js');
  }
  const toolsFor = siteTools({
    siteUrl,
    productName: names.product,
    ask: remembered(callApi(api, quick)),
    askLong: callApi(api, { ...quick, timeoutMs: 5_000, maxRunning: 4 }),
    now,
  });
  siteFiles(server, { releases, bodies, site, toolsFor, siteUrl, indexed, log, now });
  const describe = describer(site, toolsFor, log);
  pages(server, {
    channel,
    releases,
    previews,
    browsers,
    makePage,
    describe,
    tickets,
    render: rendering?.render,
  });
  for (const below of platformPaths) {
    const url = `${below}*`;
    if (server.hasRoute({ method: 'GET', url })) continue;
    server.get(url, (_request, reply) => reply.callNotFound());
  }
  return server;
}
