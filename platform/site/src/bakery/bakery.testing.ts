import { configureSite, type Site } from '../definition/configure-site.ts';
import bakery from './bakery.config.ts';

/** The bakery, whose API is there. */
export function bakeryAt(url: string): Site {
  const configured = configureSite(bakery, { BREADS_URL: url }, { siteUrl: 'http://site.test' });
  if (!configured.ok) throw new Error(configured.problem);
  return configured.value;
}
