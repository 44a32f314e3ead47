import type { FastifyInstance } from 'fastify';
import type { Releases } from '../release/releases.ts';

/** `GET /health`: whether the registry answers, and which revision the site serves; it answers in any case. */
export function tellHealth(
  server: FastifyInstance,
  channel: string,
  releases: Pick<Releases, 'get'>,
): void {
  server.get('/health', async () => {
    const reading = await releases.get().catch(() => null);
    const revision = reading?.value?.revision.revision ?? null;
    const status = reading === null || reading.stale ? 'degraded' : 'ok';
    return { status, channel, revision };
  });
}
