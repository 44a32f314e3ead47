import * as v from 'valibot';
import { type SiteConfiguration, siteConfigurationSchema } from '../contracts/site.ts';
import { servedConfiguration } from './served-configuration.ts';

/**
 * What the site server told this page: product name, service addresses, public credentials.
 * Read from `<script type="application/json" id="site-configuration">`; the server that renders pages
 * gives it by `serveConfiguration` instead. It is kept for the life of the process: a page reads it once.
 * Throws an Error with a sentence if the page lacks it or it does not fit: then nothing can work.
 */
export const siteConfiguration: () => SiteConfiguration = () => {
  known ??= servedConfiguration() ?? inlined();
  return known;
};
let known: SiteConfiguration | undefined;

function inlined(): SiteConfiguration {
  const id = 'site-configuration';
  const text = document.getElementById(id)?.textContent;
  if (!text) throw new Error(`This page was served without its ${id}.`);
  const schema = v.pipe(v.string(), v.parseJson(), siteConfigurationSchema);
  const result = v.safeParse(schema, text);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const place = v.getDotPath(issue);
  throw new Error(`This page's ${id} is not valid${place ? ` at ${place}` : ''}: ${issue.message}`);
}
