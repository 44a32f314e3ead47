import { liveCollection, liveDatabase } from '@tallystick/shared/contracts/live';
import * as v from 'valibot';
import { rawRequest } from '../requests.ts';
import type { Target } from './target.ts';

const loginSchema = v.object({ access_token: v.string(), refresh_token: v.string() });
/** Where the calls of the feed are. */
export const feedPath = '/api/client/v2.0';
const app = `${feedPath}/app/ledger-local`;

/** Logs in to the live feed, as every page does; answers its tokens. */
export async function logInToFeed({ servers }: Pick<Target, 'servers'>) {
  const answer = await fetch(`${servers.ledgerUrl}${app}/auth/providers/api-key/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: 'live-local' }),
  });
  return v.parse(loginSchema, await answer.json());
}

/** The request that opens a live stream of every transfer. */
export async function liveStream(target: Pick<Target, 'servers'>): Promise<string> {
  const { access_token: token } = await logInToFeed(target);
  const watch = {
    name: 'watch',
    service: 'mongodb-atlas',
    arguments: [{ database: liveDatabase, collection: liveCollection }],
  };
  const asked = Buffer.from(JSON.stringify(watch)).toString('base64');
  const query = `baas_request=${encodeURIComponent(asked)}`;
  return rawRequest('GET', `${app}/functions/call?${query}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
  });
}
