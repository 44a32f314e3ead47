import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { ArtifactBodies } from '../artifacts/artifact-bodies.ts';
import type { Site } from '../definition/configure-site.ts';
import type { Fact, SitemapList, SiteTools } from '../definition/define-site.ts';
import { saidBySite } from '../definition/said-by-site.ts';
import { type Prepared, preparePlain, prepareQuickly, sendPrepared } from '../http/prepared.ts';
import { refuse } from '../http/refuse.ts';
import { once } from '../memory/once.ts';
import type { ToolsFor } from '../page/describe-address.ts';
import type { Release } from '../release/release.ts';
import type { Releases } from '../release/releases.ts';
import { sitemapFile, sitemapIndex } from './sitemap.ts';

/** Files that are kept in memory: a sitemap's has up to 2,000 addresses. */
const maxFiles = 50;
/** Seconds for which a file may be the one of before. */
const age = { sitemap: 600, robots: 3_600, icon: 86_400 };

export interface SiteFilesOptions {
  releases: Releases;
  bodies: Pick<ArtifactBodies, 'read'>;
  site: Pick<Site, 'files' | 'shellPages' | 'sitemap'>;
  toolsFor: ToolsFor;
  siteUrl: string;
  /** Whether search engines may find the site. */
  indexed: boolean;
  log: (line: string) => void;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The files that programs ask a site for: robots.txt, sitemap, favicon.ico, and those that the site has. */
export function siteFiles(
  server: FastifyInstance,
  { releases, bodies, site, toolsFor, siteUrl, indexed, log, now }: SiteFilesOptions,
): void {
  const files = new LRUCache<string, Promise<Fact<Prepared>>>({ max: maxFiles });
  const period = (seconds: number) => Math.floor(now() / (seconds * 1_000));

  /** Sends what `make` makes of the release that browsers without a canary get. */
  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { type, maxAge, make }: { type: string; maxAge: number; make: Make },
  ): Promise<FastifyReply> {
    const newest = await releases.get().catch(() => null);
    if (newest?.value == null) return away(reply);
    const release = newest.value.forBrowser(null);
    const path = pathOf(request);
    const read = async () => {
      const text = await make(path, toolsFor(release.document), release);
      return text === 'missing' || text === 'unknown'
        ? text
        : prepareQuickly(type, Buffer.from(text));
    };
    const key = `${release.key} ${period(maxAge)} ${path}`;
    const prepared = await once(files, key, read, (made) => made !== 'unknown');
    if (prepared === 'unknown') return away(reply);
    if (prepared === 'missing') return missing(reply);
    reply.header('cache-control', `public, max-age=${maxAge}`);
    return sendPrepared(request, reply, prepared);
  }

  const lists = Object.entries(site.sitemap ?? {}).map(([name, list]): [string, SitemapList] => [
    name,
    (...asked) => saidBySite(`sitemap.${name}()`, () => list(...asked), log),
  ]);
  const listed = { shellPages: site.shellPages, sitemap: Object.fromEntries(lists) };
  const xml = { type: 'application/xml; charset=utf-8', maxAge: age.sitemap };
  server.get('/sitemap.xml', (request, reply) =>
    send(request, reply, { ...xml, make: (_path, tools) => sitemapIndex(listed, tools) }),
  );
  server.get<{ Params: { file: string } }>('/sitemap/:file', (request, reply) =>
    send(request, reply, {
      ...xml,
      make: (_path, tools, { document }) =>
        sitemapFile(request.params.file, document, listed, tools),
    }),
  );
  for (const { below, type, maxAge, make } of site.files ?? []) {
    const said: Make = (path, tools) =>
      saidBySite(`make() of files below ${below}`, () => make(path, tools), log);
    server.get(`${below}*`, (request, reply) => send(request, reply, { type, maxAge, make: said }));
  }
  server.get('/robots.txt', (request, reply) => {
    const rules = indexed
      ? `Disallow: /releases/\nSitemap: ${siteUrl}/sitemap.xml\n`
      : 'Disallow: /\n';
    const text = `User-agent: *\n${rules}`;
    reply.header('cache-control', `public, max-age=${age.robots}`);
    const prepared = preparePlain('text/plain; charset=utf-8', Buffer.from(text));
    return sendPrepared(request, reply, prepared);
  });
  server.get('/favicon.ico', async (request, reply) => {
    const newest = await releases.get().catch(() => null);
    const shell = newest?.value?.forBrowser(null).shell;
    const icon = shell && (await bodies.read(shell, 'favicon.ico'));
    if (!icon) return missing(reply);
    reply.header('cache-control', `public, max-age=${age.icon}`);
    return sendPrepared(request, reply, icon);
  });
}

type Make = (path: string, tools: SiteTools, release: Release) => Promise<Fact<string>>;

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';

function missing(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

function away(reply: FastifyReply): FastifyReply {
  reply.header('retry-after', 60).header('cache-control', 'no-store');
  return refuse(reply, 503, 'This feed is temporarily unavailable.');
}
