import { defaultChannel } from '@tallystick/contract/release';
import type { FastifyReply } from 'fastify';
import { unavailable } from '../http/server.ts';
import { type ReleaseNow, withApproved } from '../release/release.ts';
import type { Releases } from '../release/releases.ts';
import type { Notice } from './notice.ts';

/**
 * The newest release for a browser, or why there is none; says in the answer which it is.
 *
 * @param browser its id, asked for only if there is a release; null: it gets no canary
 */
export type NewestFor = (
  browser: () => string | null,
  reply: FastifyReply,
) => Promise<ReleaseNow | Notice>;

export function newestIn(channel: string, releases: Pick<Releases, 'get'>): NewestFor {
  return async (browser, reply) => {
    reply.header('cache-control', 'private, no-cache');
    const newest = await releases.get().catch(() => null);
    if (newest === null) return { ...unavailable, again: 5 };
    if (newest.value === null) return nothingReleasedIn(channel);
    const release = withApproved(newest.value.forBrowser(browser()), newest.value.settings);
    const { revision } = release.document;
    reply.header('x-release', `${channel}/${revision}${newest.stale ? '; behind' : ''}`);
    return release;
  };
}

const nothingReleasedIn = (channel: string): Notice => ({
  title: 'Nothing is here yet',
  text: `Nothing has been released${channel === defaultChannel ? '' : ` in ${channel}`} yet.`,
  again: 2,
});
