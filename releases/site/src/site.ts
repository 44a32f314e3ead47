import fastifyStatic from '@fastify/static';
import type { ArtifactStore } from '@tallystick/registry/artifacts';
import type { Channel } from '@tallystick/registry/channel';
import type { SiteConfiguration } from '@tallystick/shared/contracts/site';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { contentSecurityPolicy, renderPage } from './page.ts';
import { type Release, resolveRelease } from './release.ts';

export interface SiteParts {
  store: ArtifactStore;
  channel: Channel;
  site: SiteConfiguration;
}

/** The site server: pages made from the channel's newest revision, and the artifacts they load. */
export async function buildSite({ store, channel, site }: SiteParts): Promise<FastifyInstance> {
  const server = Fastify({ logger: false, forceCloseConnections: true });
  const policy = contentSecurityPolicy(site);
  let latest: Release | null = null;

  async function currentRelease(): Promise<Release | null> {
    const revision = await channel.current();
    if (revision === null) return null;
    if (latest?.document.revision !== revision.revision) {
      latest = await resolveRelease(channel.name, revision, store);
    }
    return latest;
  }

  server.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'same-origin');
    reply.header('cross-origin-opener-policy', 'same-origin');
  });

  await server.register(fastifyStatic, {
    root: store.filesFolder,
    prefix: '/artifacts/',
    immutable: true,
    maxAge: '365d',
    index: false,
    dotfiles: 'deny',
  });

  server.get('/health', () => ({ status: 'ok' }));

  server.get('/releases/current.json', async (_request, reply) => {
    const release = await currentRelease();
    reply.header('cache-control', 'no-cache');
    return release === null ? nothingReleased(reply) : release.document;
  });

  server.get('/*', async (request, reply) => {
    const release = await currentRelease();
    if (release === null) return nothingReleased(reply);
    const path = new URL(request.url, 'http://site.invalid').pathname;
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy)
      .send(renderPage(path, release, site));
  });

  // A missing artifact must not be answered with a page: a script would be parsed from it.
  server.setNotFoundHandler((_request, reply) => {
    reply.code(404).send({ code: 404, error: 'There is nothing here.' });
  });
  server.setErrorHandler((error, _request, reply) => {
    const status = statusOf(error);
    if (status >= 500) console.error(error);
    const text = status >= 500 ? 'The site cannot answer now.' : 'This request cannot be answered.';
    reply.code(status).send({ code: status, error: text });
  });
  return server;
}

function statusOf(error: unknown): number {
  const given = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof given === 'number' && given >= 400 ? given : 500;
}

function nothingReleased(reply: FastifyReply): FastifyReply {
  return reply.code(503).send({ code: 503, error: 'Nothing has been released yet.' });
}
