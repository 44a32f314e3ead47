import { eventMessage, heartbeat, openEventStream } from '@tallystick/guard/event-stream';
import { networkOf } from '@tallystick/guard/network';
import { refuseFor } from '@tallystick/guard/refuse';
import { openSlots, type SlotLimits } from '@tallystick/guard/slots';
import type { AttestedRevision } from '@tallystick/registry/attestations';
import type { Registry } from '@tallystick/registry/registry';
import type { ReleaseNews } from '@tallystick/shared/contracts/release-news';
import type { FastifyInstance } from 'fastify';
import type { Browsers } from '../canary/browser.ts';
import type { Releases } from '../release/releases.ts';

export interface ReleaseEventsOptions {
  registry: Pick<Registry, 'onChange'>;
  releases: Releases;
  /** Called with each revision, as soon as it is known here. */
  onRevision(revision: AttestedRevision): void;
  /** Tells which tabs were here before. */
  browsers: Browsers;
  /** Of open tabs; the next one is asked to come later. */
  slots: SlotLimits;
  /** Milliseconds between two heartbeats; each also looks whether a change was missed. */
  beat?: number;
}

/** Milliseconds after which a browser asks again when the stream has ended. */
const retry = 2_000;

/**
 * `GET /releases/events`: the channel's state, at once and after each new revision. Every message
 * is made once, however many tabs are open.
 */
export function releaseEvents(
  server: FastifyInstance,
  { registry, releases, browsers, onRevision, slots, beat = 15_000 }: ReleaseEventsOptions,
): void {
  const stream = openEventStream(openSlots(slots));
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

  server.get('/releases/events', { exposeHeadRoute: false }, async (request, reply) => {
    await lookQuietly();
    const visitor = {
      client: networkOf(request.ip),
      known: browsers.known(request.headers.cookie),
    };
    const first = `retry: ${retry}\n${state === '' ? heartbeat : state}`;
    if (stream.add(reply, visitor, first)) return reply;
    return refuseFor(reply, 503, 30, 'Too many tabs listen. Please try again later.');
  });
}

function newsOf({ channel, revision, recalled }: AttestedRevision): ReleaseNews {
  return { channel, revision, recalled };
}
