import { siteConfigurationSchema } from '@tallystick/shared/contracts/site';
import * as v from 'valibot';
import { inlinedJson } from '../inlined.ts';

/**
 * The settings of a running site, its origin, and the policy of its pages.
 *
 * @throws Error with one line if it is none.
 */
export async function askSite(site: string) {
  const answer = await fetch(site).catch(() => null);
  const json = inlinedJson((await answer?.text()) ?? '', 'site-configuration');
  if (answer === null || json === null) {
    throw new Error(
      `${site} is no running site: start one (npm start), or name another with --site`,
    );
  }
  const configuration = v.parse(siteConfigurationSchema, JSON.parse(json));
  const policy = answer.headers.get('content-security-policy') ?? '';
  return { origin: new URL(answer.url).origin, configuration, policy };
}
