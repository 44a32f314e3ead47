import type { Registry } from '@tallystick/registry/registry';
import type { StatedRevision } from '@tallystick/registry/statements';
import type { ReleaseNews } from '@tallystick/shared/contracts/release-news';
import type { FastifyInstance } from 'fastify';
import type { Releases } from '../release/releases.ts';
import { eventMessage, heartbeat, openEventStream } from './event-stream.ts';

export interface ReleaseEventsOptions {
  registry: Pick<Registry, 'onChange'>;
  releases: Releases;
  /** Called with each revision, as soon as it is known here. */
  onRevision(revision: StatedRevision): void;
  /** Most open tabs that are told; the next one is asked to come later. */
  most?: number;
  /** Milliseconds between two heartbeats; each also looks whether a change was missed. */
  beat?: number;
  /** Bytes that may wait for one tab. */
  waiting?: number;
}

/** Milliseconds after which a browser asks again when the stream has ended. */
const retry = 2_000;

/**
 * `GET /releases/events`: the channel's state, at once and after each new revision. Every message
 * is made once, however many tabs are open.
 */
export function releaseEvents(
  server: FastifyInstance,
  {
    registry,
    releases,
    onRevision,
    most = 5_000,
    beat = 15_000,
    waiting = 65_536,
  }: ReleaseEventsOptions,
): void {
  const stream = openEventStream({ most, waiting });
  let told = 0;
  let state = '';

  /** Takes in what the registry has now; tells it if it is new. */
  async function look(): Promise<void> {
    const { value } = await releases.get();
    if (value === null || value.revision.revision <= told) return;
    told = value.revision.revision;
    state = eventMessage('release', JSON.stringify(newsOf(value.revision)));
    stream.send(state);
    onRevision(value.revision);
  }
  // Trouble with the registry is told, and logged, by `releases`.
  const lookQuietly = () => look().catch(() => {});

  const stop = registry.onChange(() => void lookQuietly());
  const timer = setInterval(() => {
    stream.send(heartbeat);
    void lookQuietly();
  }, beat);
  timer.unref();
  server.addHook('onReady', async () => void lookQuietly());
  server.addHook('preClose', async () => {
    stop();
    clearInterval(timer);
    stream.close();
  });

  server.get('/releases/events', { exposeHeadRoute: false }, async (_request, reply) => {
    await lookQuietly();
    if (stream.full()) {
      const error = 'Too many tabs listen. Please try again later.';
      return reply.code(503).header('retry-after', 30).send({ code: 503, error });
    }
    reply.hijack();
    stream.add(reply.raw, `retry: ${retry}\n${state === '' ? heartbeat : state}`);
  });
}

function newsOf({ channel, revision, recalled }: StatedRevision): ReleaseNews {
  return { channel, revision, recalled };
}
