/**
 * What the worker does with a request: `page`, the network's answer or else the cached page; `file`,
 * the cached file if its hash is right; `plain`, a navigation for the network alone; null, nothing.
 */
export type RequestKind = 'page' | 'file' | 'plain' | null;

const forPrograms =
  /^\/((releases|sitemap)\/|(health|keeper\.js|robots\.txt|favicon\.ico|sitemap\.xml)$)/;

/** The site asks there whether to begin a preview, and takes no word of a worker for a person's. */
const asks = /^\/releases\/preview(?:\/begin)?$/;

/**
 * @param origin of the site
 * @param filesBelow what files of the site's own are below, such as `/feeds/`
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
 * Whether an answer says that the site cannot be shown now, by itself or by a proxy before it. In Firefox a navigation
 * preload that fails is no rejection but an answer of type `error`; its status is 0, as that of an answer that leads elsewhere.
 */
export function isAway({ type, status }: Pick<Response, 'type' | 'status'>): boolean {
  return type === 'error' || status === 502 || status === 503 || status === 504;
}
