import { answerOf } from '@tallystick/shared/api/answer-of';
import type { Call } from '@tallystick/shared/api/call';
import {
  partyAddressesSchema,
  transferAddressesSchema,
} from '@tallystick/shared/contracts/addresses';
import { partyKinds } from '@tallystick/shared/contracts/party';
import type { ReleaseDocument } from '@tallystick/shared/contracts/release';
import { pathTo, routesAbout } from '@tallystick/shared/contracts/routes-about';
import { shellPages } from '@tallystick/shared/contracts/shell-pages';
import type * as v from 'valibot';
import { xmlHead, xmlText } from '../page/escape.ts';

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
/** Of each list: an index may name 50,000. */
const maxFiles = 24_000;
const files = /^(pages|(transfers|parties)-([1-9]\d{0,5}))\.xml$/;

interface SitemapParts {
  call: Call;
  siteUrl: string;
}
type Routes = Pick<ReleaseDocument, 'remotes'>;

/** The index of a release's sitemap; null: the ledger does not say now what it has. */
export async function sitemapIndex(
  { remotes }: Routes,
  { call, siteUrl }: SitemapParts,
): Promise<string | null> {
  const routes = routesAbout(remotes);
  const hasParties = partyKinds.some((kind) => routes.has(kind));
  const [transfers, parties] = await Promise.all([
    routes.has('transfer')
      ? readPage(call, 'transfers/addresses', transferAddressesSchema, 1)
      : none,
    hasParties ? readPage(call, 'parties/addresses', partyAddressesSchema, 1) : none,
  ]);
  if (transfers === null || parties === null) return null;
  const names = [
    'pages',
    ...Array.from(
      { length: Math.min(transfers.pages, maxFiles) },
      (_, at) => `transfers-${at + 1}`,
    ),
    ...Array.from({ length: Math.min(parties.pages, maxFiles) }, (_, at) => `parties-${at + 1}`),
  ];
  const entries = names.map(
    (name) => `<sitemap><loc>${xmlText(`${siteUrl}/sitemap/${name}.xml`)}</loc></sitemap>\n`,
  );
  return `${xmlHead}<sitemapindex ${namespace}>\n${entries.join('')}</sitemapindex>\n`;
}

const none = Promise.resolve({ pages: 0 });

/** One file of the sitemap; undefined: there is none of this name; null: the ledger does not say now. */
export async function sitemapFile(
  name: string,
  { remotes }: Routes,
  { call, siteUrl }: SitemapParts,
): Promise<string | null | undefined> {
  const [, , list, number] = files.exec(name) ?? [];
  const routes = routesAbout(remotes);
  if (name === 'pages.xml') return urlSet(siteUrl, plainPages(remotes));
  if (list === undefined) return undefined;
  if (list === 'transfers') {
    const route = routes.get('transfer');
    if (route === undefined) return undefined;
    const page = await readPage(
      call,
      'transfers/addresses',
      transferAddressesSchema,
      Number(number),
    );
    if (page === null) return null;
    const paths = page.list.map(({ id }) => pathTo(route, id));
    return Number(number) > page.pages ? undefined : urlSet(siteUrl, paths);
  }
  const page = await readPage(call, 'parties/addresses', partyAddressesSchema, Number(number));
  if (page === null) return null;
  const paths = page.list.flatMap(({ kind, id }) => {
    const route = routes.get(kind);
    return route === undefined ? [] : [pathTo(route, id)];
  });
  return Number(number) > page.pages ? undefined : urlSet(siteUrl, paths);
}

async function readPage<Page>(
  call: Call,
  path: string,
  schema: v.GenericSchema<unknown, Page>,
  page: number,
): Promise<Page | null> {
  const answer = answerOf(await call(path, { data: { page } }), schema);
  return answer.ok ? answer.data : null;
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
