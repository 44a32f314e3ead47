import { pageConfigurationSchema } from '@tallystick/contract/page-configuration';
import * as v from 'valibot';
import { inlinedJson } from '../inlined.ts';

/**
 * The settings of a running site, its origin, and the policy of its pages.
 *
 * @throws Error with one line if it is none.
 */
export async function askSite(site: string) {
  const answer = await fetch(site).catch((error: unknown) => {
    const { cause } = error instanceof Error ? error : { cause: error };
    throw new Error(unreachable(site, cause));
  });
  const json = inlinedJson(await answer.text(), 'site-configuration');
  if (json === null) throw new Error(noSite(site));
  const configuration = v.parse(pageConfigurationSchema, JSON.parse(json));
  const policy = answer.headers.get('content-security-policy') ?? '';
  return { origin: new URL(answer.url).origin, configuration, policy };
}

/** What Node says of a certificate whose authority it does not know. */
const unknownAuthority = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

function unreachable(site: string, cause: unknown): string {
  if (!(cause instanceof Error) || !('code' in cause)) return noSite(site);
  return unknownAuthority.has(String(cause.code))
    ? `${site} has a certificate of an authority that is unknown here (${cause.code}): set NODE_EXTRA_CA_CERTS to the file with the authority's certificate`
    : noSite(site, ` (${cause.message || cause.code})`);
}

function noSite(site: string, why = ''): string {
  return `${site} is no running site${why}: start one (npm start), or name another with --site`;
}
