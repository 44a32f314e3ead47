import type { Head, SiteNames } from '../definition/define-site.ts';
import { escapeHtml } from './escape.ts';

/** The head's elements. @param siteUrl origin by which browsers reach the site */
export function renderHead(
  { title, description, path, feed }: Head,
  { names, siteUrl }: { names: SiteNames; siteUrl: string },
): string {
  const site = `${names.product} • ${names.tagline}`;
  const words = description ?? names.description;
  const named = (name: string, content: string) =>
    `<meta name="${name}" content="${escapeHtml(content)}">`;
  const graph = (property: string, content: string) =>
    `<meta property="og:${property}" content="${escapeHtml(content)}">`;
  const link = (attributes: string, href: string) =>
    `<link ${attributes} href="${escapeHtml(siteUrl + href)}">`;
  const atom = `rel="alternate" type="application/atom+xml" title="${escapeHtml(title ?? site)}"`;
  return [
    `<title>${escapeHtml(title === null ? site : `${title} • ${site}`)}</title>`,
    named('description', words),
    graph('type', 'website'),
    graph('site_name', names.product),
    graph('title', title ?? site),
    graph('description', words),
    named('twitter:card', 'summary'),
    ...(path === null ? [] : [graph('url', siteUrl + path), link('rel="canonical"', path)]),
    ...(feed === undefined ? [] : [link(atom, feed)]),
  ].join('\n');
}

/** The same for who sees the page without scripts. */
export function renderPlain({ title, description }: Head): string {
  if (title === null || description === undefined) return '';
  return `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(description)}</p>\n`;
}
