import { join } from 'node:path';
import { openSignedBy } from '@tallystick/contract/open-signed';
import { defaultChannel } from '@tallystick/contract/release';
import { tellCaller } from '@tallystick/guard/caller';
import { limitClients } from '@tallystick/guard/limits';
import type { Metrics } from '@tallystick/guard/metrics/metrics';
import { type ServerLimits, usualLimits } from '@tallystick/guard/open-server';
import { turnAwayUnderPressure } from '@tallystick/guard/pressure';
import { tellReady } from '@tallystick/guard/ready';
import { countRefusals } from '@tallystick/guard/refuse';
import { usualSlots } from '@tallystick/guard/slots';
import { traceRequests } from '@tallystick/guard/traces/trace-requests';
import type { Tracing } from '@tallystick/guard/traces/tracing';
import type { Registry } from '@tallystick/registry/registry';
import { processTime } from '@tallystick/timing/monotonic-clock';
import type { FastifyInstance } from 'fastify';
import { callApi } from './api/call-api.ts';
import { remembered } from './api/remembered.ts';
import { openArtifactBodies } from './artifacts/artifact-bodies.ts';
import { artifactFileReader } from './artifacts/artifact-file.ts';
import { artifacts } from './artifacts/artifacts.ts';
import { openDictionaries } from './artifacts/dictionaries.ts';
import { openKeptFiles } from './artifacts/kept-files.ts';
import { revisionPreparer } from './artifacts/prepare-revision.ts';
import { openBrowsers } from './canary/browser.ts';
import type { Site } from './definition/configure-site.ts';
import { platformPaths } from './definition/platform-paths.ts';
import { type ReleaseEventsOptions, releaseEvents } from './events/release-events.ts';
import { siteFiles } from './files/site-files.ts';
import { siteTools } from './files/site-tools.ts';
import { openSiteServer } from './http/server.ts';
import { measureReleases } from './observation/measure-releases.ts';
import { offlineCache, serveWorker } from './offline-cache/offline-cache.ts';
import { pageKey } from './offline-cache/page-key.ts';
import { describer } from './page/describe-address.ts';
import { pageMaker } from './page/page-maker.ts';
import { pages } from './page/pages.ts';
import { tellTrace } from './page/trace-entry.ts';
import { policyReports, policyReportsPath } from './policy/policy-reports.ts';
import { previewRoutes } from './preview/preview-routes.ts';
import { openPreviews } from './preview/previews.ts';
import { openRecords } from './release/records.ts';
import { openReleases, type ReleasesOptions } from './release/releases.ts';
import { openRendering } from './rendering/open-rendering.ts';
import type { RenderLimits } from './rendering/renderer.ts';
import { openPageTickets } from './reports/page-tickets.ts';
import { openReporters } from './reports/reporters.ts';
import { reports } from './reports/reports.ts';

/** Tabs that may follow release events; further connections are for requests. */
const maxTabs = 5_000;
/** Milliseconds in which a request must have arrived, body and all: none here is long. */
const arrivalLimit = 10_000;
/** Of so many requests that a client may make, one may be for a page that has to be rendered. */
const pagesPerRendered = 20;

export interface SiteParts {
  registry: Registry;
  /** Public keys by which what the registry says must be signed: Ed25519, 32 bytes in base64. */
  keys: readonly string[];
  /** The channel whose newest revision pages are made from. */
  channel: string;
  site: Site;
  /** Whether browsers keep the site for when it does not answer. */
  keeper?: boolean;
  /** Where browsers reach the site: an origin. */
  siteUrl: string;
  /** For what this server keeps; all of it can be made again. */
  dataFolder: string;
  log(line: string): void;
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
    /**
     * Requests a minute of one client; milliseconds by which the event loop may lag, and that a page waits for what
     * the site's API says of its address, and to be rendered.
     */
    Partial<Record<'perAddress' | 'lag' | 'factsMs' | 'rendersMs', number>> & {
      server?: Partial<ServerLimits>;
    };
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
 * The site server: pages made from the channel's newest revision, the artifacts that they load,
 * news for open tabs, and what these say of themselves. It closes neither registry nor admin API.
 */
export async function buildSite(parts: SiteParts): Promise<FastifyInstance> {
  const { registry, keys, channel, site, siteUrl, dataFolder, log, limits } = parts;
  const { trustProxy, sample = 1, metrics, keeper = false, now = processTime } = parts;
  const secure = siteUrl.startsWith('https:');
  const { perAddress = 6_000, lag, factsMs = 300, rendersMs = 500 } = limits ?? {};
  const serverLimits = {
    ...usualLimits(parts.share),
    requestTimeout: arrivalLimit,
    ...limits?.server,
  };
  const server = openSiteServer(log, secure, { trustProxy, limits: serverLimits });
  // What another channel shows is there to be tried, and nobody should find it in place of production's.
  const indexed = channel === defaultChannel;
  if (!indexed) {
    server.addHook('onRequest', async (_request, reply) => {
      reply.header('x-robots-tag', 'noindex');
    });
  }
  traceRequests(server, parts.tracing);
  if (parts.tracing !== undefined) tellTrace(server);
  metrics?.observe(server, 'site');
  // Files that exist are immutable, come from memory and are cached by browsers, so they cost little.
  const spared = ['/artifacts/'];
  const apart = ['/releases/reports', '/releases/tickets', policyReportsPath];
  const countMiss = limitClients(server, { perAddress, spared, apart });
  tellCaller(server);
  countRefusals(server, log);
  turnAwayUnderPressure(server, lag);
  const secret = registry.secret('browsers');
  // The sites of two channels may be one browser's host: what one gives is nothing to the other.
  // Of production as they were called before there were others: what browsers have goes on.
  const ownSecret = (purpose: string) =>
    registry.secret(channel === defaultChannel ? purpose : `${purpose} of ${channel}`);
  const browsers = openBrowsers(secret, secure, now);
  const open = openSignedBy(keys);
  const records = openRecords(registry, open);
  const releases = openReleases(registry, { channel, records, open, log, ...limits });
  if (metrics !== undefined) measureReleases(metrics, releases, now);
  const tickets = openPageTickets(ownSecret('page tickets'), registry.shortLived, now);
  const reporters = openReporters({ browsers, tickets, releases, secret, sample, now });
  const previews = openPreviews({
    ...{ registry, records, open, browsers, secure, now },
    secret: ownSecret('previews'),
  });
  const compressed = openKeptFiles(join(dataFolder, 'compressed'));
  const readFile = artifactFileReader(registry.files, log);
  const bodies = openArtifactBodies({ readFile, kept: compressed, log });
  const kept = openKeptFiles(join(dataFolder, 'compressed-by-dictionary'));
  const dictionaries = openDictionaries({ readFile, kept, log });
  server.addHook('onReady', async () => {
    const isThere = async (app: string, build: string) =>
      (await registry.attestations.ofBuild(app, build)) !== null;
    // In the background; a failure is made up for at the next start.
    for (const files of [compressed, kept])
      files.prune(isThere).catch((error: unknown) => log(`The old files stay: ${error}`));
  });
  const closeBackground = () => Promise.all([bodies.close(), dictionaries.close()]);
  server.addHook('preClose', async () => void closeBackground());
  server.addHook('onClose', async () => void (await closeBackground()));

  server.get('/health', async () => {
    const reading = await releases.get().catch(() => null);
    const revision = reading?.value?.revision.revision ?? null;
    const status = reading === null || reading.stale ? 'degraded' : 'ok';
    return { status, channel, revision };
  });
  tellReady(server, async () => (await releases.get()).value !== null, parts.leaving);
  artifacts(server, { records, bodies, dictionaries, previews, countMiss });

  const prepare = revisionPreparer({ registry, channel, records, open, bodies, dictionaries });
  const { api, names } = site;
  const configuration = {
    ...site.page,
    services: [...(site.services ?? [])],
    productName: names.product,
    ...(keeper && { keeper }),
    ...(parts.tracing !== undefined && { traces: true }),
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
      dataFolder,
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
