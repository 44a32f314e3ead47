import { findRedirect } from '@tallystick/contract/find-redirect';
import { noPage } from '@tallystick/contract/no-page';
import type { ReleaseDocument } from '@tallystick/contract/release';
import type { Site } from '../definition/configure-site.ts';
import type { Head, SiteTools } from '../definition/define-site.ts';
import { saidBySite } from '../definition/said-by-site.ts';
import { type Address, addressIn } from './address.ts';

/** What a link to an address leads to. */
export interface Described {
  owner: string | null;
  status: 200 | 404;
  head: Head;
  /** The path and query to which the page has moved for good; absent: it has not. */
  movedTo?: string;
}

export type DescribeAddress = ReturnType<typeof describer>;

/** The tools of a site's functions, over a release's routes. */
export type ToolsFor = (document: Pick<ReleaseDocument, 'remotes'>) => SiteTools;

/** Says of an address (path and query of a URL) what its page is about; asks the site if it must. */
export function describer(
  { subjects, shellPages, describe }: Pick<Site, 'subjects' | 'shellPages' | 'describe'>,
  toolsFor: ToolsFor,
  log: (line: string) => void,
) {
  return async (url: string, document: Pick<ReleaseDocument, 'remotes'>): Promise<Described> => {
    const [path = '/', query = ''] = url.split('?', 2);
    const address = addressIn(path, document, shellPages);
    const { owner, route, id } = address;
    const page = Number(/(?:^|&)page=([1-9]\d{0,8})(?:&|$)/.exec(query)?.[1] ?? '1');
    const found = { owner, status: 200 } as const;
    // Whatever a site has, its address as such is there.
    if (route === null) {
      if (path === '/') return { ...found, head: plainHead(null) };
      const to = findRedirect(document.remotes, path);
      const nothing = notFound(owner);
      return to === null ? nothing : { ...nothing, movedTo: to + url.slice(path.length) };
    }
    const plain = plainHead(address, page);
    const subject = route.about;
    if (subject === undefined || subjects[subject] !== 'one' || describe === undefined) {
      return { ...found, head: plain };
    }
    const asked = { subject, id, path: withPage(address.path, page) };
    const about = await saidBySite('describe()', () => describe(asked, toolsFor(document)), log);
    if (about === 'missing') return notFound(owner);
    // A page is there although what it says of itself is not. Its id may be anything until somebody says that it is known.
    if (about === 'unknown') return { ...found, head: { ...plain, path: null } };
    return { ...found, head: about };
  };
}

function notFound(owner: string | null): Described {
  const head = { title: noPage.title, description: noPage.text, path: null };
  return { owner, status: 404, head };
}

function plainHead(address: Address | null, page = 1): Head {
  const route = address?.route ?? null;
  const words = route?.description ?? route?.layout?.media?.data?.text;
  return {
    title: route?.page ?? null,
    ...(words !== undefined && { description: words }),
    path: address && withPage(address.path, page),
  };
}

/** A list's other pages are addresses of their own; what else a query says shows a part of the same. */
function withPage(path: string, page: number): string {
  return page > 1 ? `${path}?page=${page}` : path;
}
