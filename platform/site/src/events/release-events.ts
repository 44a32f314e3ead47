import type { ReleaseNews } from '@tallystick/contract/release-news';
import { eventMessage, heartbeat, openEventStream } from '@tallystick/guard/event-stream';
import type { Metrics } from '@tallystick/guard/metrics/metrics';
import { networkOf } from '@tallystick/guard/network';
import { refuseFor } from '@tallystick/guard/refuse';
import { openSlots, type SlotLimits } from '@tallystick/guard/slots';
import type { AttestedRevision } from '@tallystick/registry/attestations';
import type { Registry } from '@tallystick/registry/registry';
import type { FastifyInstance } from 'fastify';
import type { Browsers } from '../canary/browser.ts';
import type { Releases } from '../release/releases.ts';
import { isAfter } from '../release/revisions.ts';

export interface ReleaseEventsOptions {
  registry: Pick<Registry, 'onChange'>;
  releases: Releases;
  /** Called with each revision, as soon as it is known here. */
  onRevision(revision: AttestedRevision): void;
  /** Knows which browsers were here before. */
  browsers: Browsers;
  /** How many open tabs may listen; a further one is refused with 503. */
  slots: SlotLimits;
  /** Absent: nothing is measured. */
  metrics?: Metrics | undefined;
  /** Milliseconds between two heartbeats; each also looks whether a change was missed. */
  heartbeatMs?: number;
}

/** Milliseconds after which a browser asks again when the stream has ended. */
const retry = 2_000;

/**
 * `GET /releases/events`: the channel's state, at once and after each new revision. Every message
 * is made once, however many tabs are open.
 */
export function releaseEvents(server: FastifyInstance, options: ReleaseEventsOptions): void {
  const { registry, releases, browsers, onRevision, metrics, heartbeatMs = 15_000 } = options;
  const slots = openSlots(options.slots);
  const stream = openEventStream(slots);
  metrics?.countStreams('site', slots.size);
  let newest: AttestedRevision | null = null;
  let state = '';

  /** Sends the newest revision to all tabs, if it was not sent before. */
  async function sendNewest(): Promise<void> {
    const { value } = await releases.get();
    if (value === null || (newest !== null && !isAfter(value.revision, newest))) return;
    newest = value.revision;
    const { channel, revision, recalled } = value.revision;
    const news: ReleaseNews = { channel, revision, recalled };
    state = eventMessage('release', JSON.stringify(news));
    stream.send(state);
    onRevision(value.revision);
  }
  // `releases` reports failures of the registry.
  const trySendNewest = () => sendNewest().catch(() => {});

  const stop = registry.onChange(() => void trySendNewest());
  const timer = setInterval(() => {
    stream.send(heartbeat);
    void trySendNewest();
  }, heartbeatMs);
  timer.unref();
  server.addHook('onReady', async () => void trySendNewest());
  server.addHook('preClose', async () => {
    stop();
    clearInterval(timer);
    stream.close();
  });

  server.get('/releases/events', { exposeHeadRoute: false }, async (request, reply) => {
    const visitor = {
      client: networkOf(request.ip),
      known: browsers.known(request.headers.cookie),
    };
    // Streams that get no slot must not load the registry.
    if (slots.hasRoom(visitor)) await trySendNewest();
    const first = `retry: ${retry}\n${state === '' ? heartbeat : state}`;
    if (stream.add(reply, visitor, first)) return reply;
    return refuseFor(reply, 503, 30, 'Too many tabs listen. Please try again later.');
  });
}
