import { logInToFeed, watchPath } from '@tallystick/e2e/src/house/live-calls.ts';
import { rawRequest } from '../requests.ts';
import type { Target } from './target.ts';

/** The request that opens a live stream of every transfer. */
export async function liveStream({ servers }: Pick<Target, 'servers'>): Promise<string> {
  const { access_token: token } = await logInToFeed(servers.ledgerUrl);
  return rawRequest('GET', watchPath(), {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
  });
}
