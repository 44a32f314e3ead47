import { liveCollection, liveDatabase } from '@tallystick/shared/contracts/live';
import * as v from 'valibot';

/** Where the calls of the feed are, of any app and of the local one. */
export const feedPath = '/api/client/v2.0';
const app = `${feedPath}/app/ledger-local`;

/** What a page sends to log in to the feed, and what the answer holds. */
export const logInPath = `${app}/auth/providers/api-key/login`;
export const logInBody = JSON.stringify({ key: 'live-local' });
export const logInSchema = v.object({ access_token: v.string(), refresh_token: v.string() });

/** Logs in to the feed of a ledger service, as every page does; answers its tokens. */
export async function logInToFeed(ledgerUrl: string) {
  const answer = await fetch(ledgerUrl + logInPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: logInBody,
  });
  return v.parse(logInSchema, await answer.json());
}

/** The path of a stream of every transfer, with what `filter` says beside. */
export function watchPath(filter?: Readonly<Record<string, unknown>>): string {
  const collection = { database: liveDatabase, collection: liveCollection };
  const call = {
    name: 'watch',
    service: 'mongodb-atlas',
    arguments: [{ ...collection, ...(filter && { filter }) }],
  };
  const asked = Buffer.from(JSON.stringify(call)).toString('base64');
  return `${app}/functions/call?baas_request=${encodeURIComponent(asked)}`;
}
