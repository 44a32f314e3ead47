import { escapeHtml } from './escape.ts';

/** What a page says of itself to who does not run it: search engines, and whatever shows a link. */
export interface Head {
  /** First part of the title; null: the site's alone. */
  title: string | null;
  /** A sentence; absent: the site's. */
  description?: string;
  /** Path and query of the address by which it should be known; null: none. */
  path: string | null;
  /** Path of an Atom feed of the same. */
  feed?: string;
}

const tagline = 'Privacy First Data Ownership and Monetization Platform';
const usual = 'A public ledger of who issued what to whom, and who asked for whose data.';

/** The head's elements. @param siteUrl origin by which browsers reach the site */
export function renderHead(
  { title, description = usual, path, feed }: Head,
  { productName, siteUrl }: { productName: string; siteUrl: string },
): string {
  const site = `${productName} • ${tagline}`;
  const named = (name: string, content: string) =>
    `<meta name="${name}" content="${escapeHtml(content)}">`;
  const graph = (property: string, content: string) =>
    `<meta property="og:${property}" content="${escapeHtml(content)}">`;
  const link = (attributes: string, href: string) =>
    `<link ${attributes} href="${escapeHtml(siteUrl + href)}">`;
  const atom = `rel="alternate" type="application/atom+xml" title="${escapeHtml(title ?? site)}"`;
  return [
    `<title>${escapeHtml(title === null ? site : `${title} • ${site}`)}</title>`,
    named('description', description),
    graph('type', 'website'),
    graph('site_name', productName),
    graph('title', title ?? site),
    graph('description', description),
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
