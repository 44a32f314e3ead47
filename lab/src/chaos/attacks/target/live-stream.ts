import { logInToFeed, watchPath } from '../../../http/live-calls.ts';
import { rawRequest } from '../../../http/raw-requests.ts';
import type { Target } from './target.ts';

/** The request that opens a live stream of every transfer. */
export async function liveStream({ servers }: Pick<Target, 'servers'>): Promise<string> {
  const { access_token: token } = await logInToFeed(servers.ledgerUrl);
  return rawRequest('GET', watchPath(), {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
  });
}
