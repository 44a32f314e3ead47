import type { NoAnswer } from '@tallystick/contract/http/ask';
import { askWhole } from '@tallystick/contract/http/ask-whole';
import { pageConfigurationSchema } from '@tallystick/contract/page-configuration';
import * as v from 'valibot';
import { inlinedJson } from '../inlined.ts';

/** A page of a site, which may have to be rendered first. */
const limits = { timeoutMs: 60_000, maxBytes: 16_777_216 };

/**
 * The settings of a running site, its origin, and the policy of its pages.
 *
 * @throws Error with one line if it is none.
 */
export async function askSite(site: string) {
  const asked = await askWhole(site, limits);
  if (!asked.ok) throw new Error(unanswered(site, asked));
  const { text, headers, url } = asked.value;
  const json = inlinedJson(text(), 'site-configuration');
  if (json === null) throw new Error(noSite(site));
  const configuration = v.parse(pageConfigurationSchema, JSON.parse(json));
  const policy = headers.get('content-security-policy') ?? '';
  return { origin: new URL(url).origin, configuration, policy };
}

/** What Node says of a certificate whose authority it does not know. */
const unknownAuthority = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

function unanswered(site: string, { reason, problem }: NoAnswer): string {
  return unknownAuthority.has(reason)
    ? `${site} has a certificate of an authority that is unknown here (${reason}): set NODE_EXTRA_CA_CERTS to the file with the authority's certificate`
    : noSite(site, ` (${problem})`);
}

function noSite(site: string, why = ''): string {
  return `${site} is no running site${why}: start one (npm start), or name another with --site`;
}
