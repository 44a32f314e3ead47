import type { NoAnswer } from '@tallystick/contract/http/ask';
import { askWhole } from '@tallystick/contract/http/ask-whole';
import { isOfThisMachine } from '@tallystick/contract/http/this-machine';
import {
  type PageConfiguration,
  pageConfigurationSchema,
} from '@tallystick/contract/page-configuration';
import type { Problem, Result } from '@tallystick/contract/result';
import * as v from 'valibot';
import { inlinedJson } from '../inlined.ts';

/** A page of a site, which may have to be rendered first. */
const limits = { timeoutMs: 60_000, maxBytes: 16_777_216 };

/** The settings of a running site, its origin, and the policy of its pages. */
export interface SiteAnswer {
  readonly origin: string;
  readonly configuration: PageConfiguration;
  readonly policy: string;
}

/** `unanswered`: it may be there later, or from another network. `no-site`: what answers is none. */
export interface NoSite extends Problem {
  code: 'unanswered' | 'no-site';
}

/** What a site says of itself, by its first page. */
export async function readSite(site: string): Promise<Result<SiteAnswer, NoSite>> {
  const asked = await askWhole(site, limits);
  if (!asked.ok) return { ok: false, code: 'unanswered', problem: unanswered(site, asked) };
  const { text, headers, url, status } = asked.value;
  const json = inlinedJson(text(), 'site-configuration');
  if (json === null && status >= 500) {
    const problem = `${site} answers with status ${status} and no page: its servers are in trouble, or being changed`;
    return { ok: false, code: 'unanswered', problem };
  }
  if (json === null) return { ok: false, code: 'no-site', problem: noSite(site) };
  const configuration = v.parse(pageConfigurationSchema, JSON.parse(json));
  const policy = headers.get('content-security-policy') ?? '';
  return { ok: true, value: { origin: new URL(url).origin, configuration, policy } };
}

/**
 * The same of a site without which nothing can be shown.
 *
 * @throws Error with one line if it is none, or does not answer
 */
export async function askSite(site: string): Promise<SiteAnswer> {
  const read = await readSite(site);
  if (read.ok) return read.value;
  throw new Error(read.problem);
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
    : isOfThisMachine(site)
      ? noSite(site, ` (${problem})`)
      : `${site} does not answer (${problem}): does it run, and does this machine reach it?`;
}

function noSite(site: string, why = ''): string {
  return `${site} is no running site${why}: start one (npm start), or name another with --site`;
}
