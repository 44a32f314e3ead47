/**
 * What the worker does with a request.
 *
 * - `page`: it gives the network's answer, or else the cached page.
 * - `file`: it gives the cached file if its hash is right.
 * - `plain`: a navigation for the network alone.
 * - null: nothing, the browser handles it.
 */
export type RequestKind = 'page' | 'file' | 'plain' | null;

const forPrograms =
  /^\/((releases|sitemap)\/|(health|keeper\.js|robots\.txt|favicon\.ico|sitemap\.xml)$)/;

/** There a person confirms a preview. The site must be sure that no worker has sent the request. */
const asks = /^\/releases\/preview(?:\/begin)?$/;

/**
 * @param origin of the site
 * @param filesBelow paths below which the site has files of its own, such as `/feeds/`
 */
export function kindOf(
  { method, mode, url }: { method: string; mode: string; url: string },
  origin: string,
  filesBelow: readonly string[],
): RequestKind {
  const { origin: asked, pathname } = new URL(url);
  if (method !== 'GET' || asked !== origin || asks.test(pathname)) return null;
  const isFile = pathname.startsWith('/artifacts/');
  if (mode !== 'navigate') return isFile ? 'file' : null;
  const isSiteFile = filesBelow.some((below) => pathname.startsWith(below));
  const isPage = !isFile && !isSiteFile && !forPrograms.test(pathname);
  return isPage ? 'page' : 'plain';
}

/**
 * Whether an answer of the site, or of a proxy in front of it, says that the site cannot be shown now. In Firefox a
 * failed navigation preload does not reject: it is an answer of type `error` with status 0. The status alone does not
 * tell, as a redirect has 0, too.
 */
export function isAway({ type, status }: Pick<Response, 'type' | 'status'>): boolean {
  return type === 'error' || status === 502 || status === 503 || status === 504;
}
