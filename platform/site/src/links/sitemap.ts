import { isDotSegment } from '@tallystick/contract/path-segments';
import type { ReleaseDocument } from '@tallystick/contract/release';
import { pathTo, routesAbout } from '@tallystick/contract/routes-about';
import { answerOf } from '@tallystick/shared/api/answer-of';
import type { Call } from '@tallystick/shared/api/call';
import {
  partyAddressesSchema,
  transferAddressesSchema,
} from '@tallystick/shared/contracts/addresses';
import { type PartyKind, partyKinds } from '@tallystick/shared/contracts/party';
import { shellPages } from '@tallystick/shared/contracts/shell-pages';
import { xmlHead, xmlText } from '../page/escape.ts';
import type { Fact } from './ledger-facts.ts';

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
/** Of each list: an index may name 50,000. */
const maxFiles = 24_000;
const files = /^(pages|(transfers|parties)-([1-9]\d{0,5}))\.xml$/;

interface SitemapParts {
  call: Call;
  siteUrl: string;
}
type Routes = Pick<ReleaseDocument, 'remotes'>;

/** The index of a release's sitemap. */
export async function sitemapIndex(
  { remotes }: Routes,
  { call, siteUrl }: SitemapParts,
): Promise<Fact<string>> {
  const routes = routesAbout(remotes);
  const hasParties = partyKinds.some((kind) => routes.has(kind));
  const [transfers, parties] = await Promise.all([
    routes.has('transfer') ? readPage(call, 'transfers', 1) : none,
    hasParties ? readPage(call, 'parties', 1) : none,
  ]);
  if (transfers === null || parties === null) return 'unknown';
  const numbered = (list: string, { pages }: { pages: number }) =>
    Array.from({ length: Math.min(pages, maxFiles) }, (_, at) => `${list}-${at + 1}`);
  const names = ['pages', ...numbered('transfers', transfers), ...numbered('parties', parties)];
  const entries = names.map(
    (name) => `<sitemap><loc>${xmlText(`${siteUrl}/sitemap/${name}.xml`)}</loc></sitemap>\n`,
  );
  return `${xmlHead}<sitemapindex ${namespace}>\n${entries.join('')}</sitemapindex>\n`;
}

const none = Promise.resolve({ pages: 0 });

/** One file of the sitemap. */
export async function sitemapFile(
  name: string,
  { remotes }: Routes,
  { call, siteUrl }: SitemapParts,
): Promise<Fact<string>> {
  const [, , list, number] = files.exec(name) ?? [];
  const routes = routesAbout(remotes);
  if (name === 'pages.xml') return urlSet(siteUrl, plainPages(remotes));
  if (list === undefined || (list === 'transfers' && !routes.has('transfer'))) return 'missing';
  const page = await readPage(call, list === 'transfers' ? list : 'parties', Number(number));
  if (page === null) return 'unknown';
  if (Number(number) > page.pages) return 'missing';
  const paths = page.list.flatMap(({ id, kind }) => {
    const route = routes.get(kind ?? 'transfer');
    return route === undefined || isDotSegment(id) ? [] : [pathTo(route, id)];
  });
  return urlSet(siteUrl, paths);
}

const schemas = { transfers: transferAddressesSchema, parties: partyAddressesSchema };

interface AddressPage {
  pages: number;
  /** Without a kind: of a transfer. */
  list: readonly { id: string; kind?: PartyKind }[];
}

async function readPage(
  call: Call,
  list: keyof typeof schemas,
  page: number,
): Promise<AddressPage | null> {
  const answer = await call(`${list}/addresses`, { data: { page } });
  const read = answerOf<AddressPage>(answer, schemas[list]);
  return read.ok ? read.data : null;
}

/** The pages that are the same for everybody, and said in a sentence to be worth finding. */
function plainPages(remotes: Routes['remotes']): string[] {
  const declared = remotes.flatMap(({ declaration }) => declaration.routes);
  const described = declared.filter(
    ({ path, description, layout }) =>
      !path.includes(':') && (description ?? layout?.media?.data?.text) !== undefined,
  );
  return [...described, ...shellPages].map(({ path }) => path);
}

function urlSet(siteUrl: string, paths: readonly string[]): string {
  const entries = paths.map((path) => `<url><loc>${xmlText(siteUrl + path)}</loc></url>\n`);
  return `${xmlHead}<urlset ${namespace}>\n${entries.join('')}</urlset>\n`;
}
