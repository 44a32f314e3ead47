import type { PageConfiguration } from './page-configuration.ts';

/** Puts a configuration into the page of a test, as the site server does, unless there is one. */
export function inlineConfiguration(): void {
  if (document.getElementById('site-configuration') !== null) return;
  const configuration: PageConfiguration = { productName: 'Notes of all' };
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = 'site-configuration';
  script.textContent = JSON.stringify(configuration);
  document.head.append(script);
}
