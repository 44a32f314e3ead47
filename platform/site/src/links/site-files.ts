import { valuesIn } from '@tallystick/contract/path-segments';
import type { Call } from '@tallystick/shared/api/call';
import { partyKinds } from '@tallystick/shared/contracts/party';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import type { ArtifactBodies } from '../artifacts/artifact-bodies.ts';
import { type Prepared, preparePlain, prepareQuickly, sendPrepared } from '../http/prepared.ts';
import { refuse } from '../http/refuse.ts';
import { once } from '../memory/once.ts';
import type { Release } from '../release/release.ts';
import type { Releases } from '../release/releases.ts';
import { partyFeed } from './feed.ts';
import { type Fact, isKnown, type LedgerFacts } from './ledger-facts.ts';
import { sitemapFile, sitemapIndex } from './sitemap.ts';

/** Files that are kept in memory: a sitemap's has up to 2,000 addresses. */
const maxFiles = 50;
/** Seconds for which a file may be the one of before. */
const age = { sitemap: 600, feed: 60, robots: 3_600, icon: 86_400 };

const feedSchema = v.object({
  kind: v.picklist(partyKinds),
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
});

export interface SiteFilesOptions {
  releases: Releases;
  bodies: Pick<ArtifactBodies, 'read'>;
  facts: LedgerFacts;
  /** For whole pages of lists. */
  call: Call;
  siteUrl: string;
  productName: string;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The files that programs ask a site for: robots.txt, sitemap, feeds, favicon.ico. */
export function siteFiles(server: FastifyInstance, options: SiteFilesOptions): void {
  const { releases, bodies, siteUrl, now } = options;
  const files = new LRUCache<string, Promise<Fact<Prepared>>>({ max: maxFiles });
  const period = (seconds: number) => Math.floor(now() / (seconds * 1_000));

  /** Sends what `make` makes of the release that browsers without a canary get. */
  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { type, seconds, make }: { type: string; seconds: number; make: Make },
  ): Promise<FastifyReply> {
    const newest = await releases.get().catch(() => null);
    if (newest?.value == null) return away(reply);
    const release = newest.value.forBrowser(null);
    const key = `${release.key} ${period(seconds)} ${request.url.split('?', 1)[0]}`;
    const read = async () => {
      const text = await make(release);
      return text === 'missing' || text === 'unknown'
        ? text
        : prepareQuickly(type, Buffer.from(text));
    };
    const prepared = await once(files, key, read, isKnown);
    if (prepared === 'unknown') return away(reply);
    if (prepared === 'missing') return missing(reply);
    reply.header('cache-control', `public, max-age=${seconds}`);
    return sendPrepared(request, reply, prepared);
  }

  const xml = { type: 'application/xml; charset=utf-8', seconds: age.sitemap };
  server.get('/sitemap.xml', (request, reply) =>
    send(request, reply, { ...xml, make: ({ document }) => sitemapIndex(document, options) }),
  );
  server.get<{ Params: { file: string } }>('/sitemap/:file', (request, reply) =>
    send(request, reply, {
      ...xml,
      make: ({ document }) => sitemapFile(request.params.file, document, options),
    }),
  );
  server.get('/feeds/*', async (request, reply) => {
    const [, kind, file, ...more] = valuesIn(request.url.split('?', 1)[0] ?? '');
    const id = file?.endsWith('.atom') ? file.slice(0, -'.atom'.length) : '';
    const parameters = v.safeParse(feedSchema, { kind, id });
    if (!parameters.success || more.length > 0) return missing(reply);
    return send(request, reply, {
      type: 'application/atom+xml; charset=utf-8',
      seconds: age.feed,
      make: ({ document }) => partyFeed(parameters.output, document, options),
    });
  });
  server.get('/robots.txt', (request, reply) => {
    const text = `User-agent: *\nDisallow: /releases/\nSitemap: ${siteUrl}/sitemap.xml\n`;
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

type Make = (release: Release) => Promise<Fact<string>>;

function missing(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

function away(reply: FastifyReply): FastifyReply {
  reply.header('retry-after', 60).header('cache-control', 'no-store');
  return refuse(reply, 503, 'What this file holds is not known just now.');
}
