import { plainAddresses } from '@tallystick/contract/path-pattern';
import type { ReleaseDocument } from '@tallystick/contract/release';
import type { Site } from '../definition/configure-site.ts';
import type { Fact, SiteTools } from '../definition/define-site.ts';
import { xmlHead, xmlText } from './xml.ts';

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
/** An index may name 50,000. */
const maxFiles = 49_999;
const files = /^([a-z]+)-([1-9]\d{0,5})\.xml$/;

type Routes = Pick<ReleaseDocument, 'remotes'>;
type SitemapSite = Pick<Site, 'shellPages' | 'sitemap'>;

/** The index of a sitemap: of the pages that are the same for everybody, and of each list that the site has. */
export async function sitemapIndex(
  { sitemap = {} }: SitemapSite,
  tools: SiteTools,
): Promise<Fact<string>> {
  const names = ['pages'];
  const first = Object.entries(sitemap).map(
    async ([name, list]) => [name, await list(1, tools)] as const,
  );
  for (const [name, page] of await Promise.all(first)) {
    if (page === 'unknown') return page;
    const pages = page === 'missing' ? 0 : page.pages;
    names.push(
      ...Array.from({ length: Math.min(pages, maxFiles) }, (_, at) => `${name}-${at + 1}`),
    );
  }
  const entries = names
    .slice(0, maxFiles)
    .map(
      (name) =>
        `<sitemap><loc>${xmlText(`${tools.siteUrl}/sitemap/${name}.xml`)}</loc></sitemap>\n`,
    );
  return `${xmlHead}<sitemapindex ${namespace}>\n${entries.join('')}</sitemapindex>\n`;
}

/** One file of the sitemap. */
export async function sitemapFile(
  file: string,
  { remotes }: Routes,
  { shellPages, sitemap = {} }: SitemapSite,
  tools: SiteTools,
): Promise<Fact<string>> {
  if (file === 'pages.xml')
    return urlSet(tools.siteUrl, [...plainPages(remotes), ...shellPages.map(({ path }) => path)]);
  const [, name = '', number = '0'] = files.exec(file) ?? [];
  const list = Object.hasOwn(sitemap, name) ? sitemap[name] : undefined;
  if (list === undefined) return 'missing';
  const page = await list(Number(number), tools);
  if (page === 'unknown' || page === 'missing') return page;
  return Number(number) > page.pages ? 'missing' : urlSet(tools.siteUrl, page.paths);
}

/** The pages that are the same for everybody, and said in a sentence to be worth finding. */
function plainPages(remotes: Routes['remotes']): string[] {
  const declared = remotes.flatMap(({ declaration }) => declaration.routes);
  const described = declared.filter(
    ({ description, layout }) => (description ?? layout?.media?.data?.text) !== undefined,
  );
  return plainAddresses(described);
}

function urlSet(siteUrl: string, paths: readonly string[]): string {
  const entries = paths.map((path) => `<url><loc>${xmlText(siteUrl + path)}</loc></url>\n`);
  return `${xmlHead}<urlset ${namespace}>\n${entries.join('')}</urlset>\n`;
}
