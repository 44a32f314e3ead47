/**
 * What the keeper does with a request: `page`, a kept one if the network has none; `file`, from what
 * is kept if it is that; `plain`, a navigation that is the network's alone; null, nothing at all.
 */
export type Kind = 'page' | 'file' | 'plain' | null;

/** What the keeper looks at in a request. */
export interface Asked {
  method: string;
  mode: string;
  url: string;
}

/** @param origin of the site */
export function kindOf({ method, mode, url }: Asked, origin: string): Kind {
  const { origin: asked, pathname } = new URL(url);
  if (method !== 'GET' || asked !== origin) return null;
  const isFile = pathname.startsWith('/artifacts/');
  if (mode !== 'navigate') return isFile ? 'file' : null;
  const isPage =
    !isFile && !pathname.startsWith('/releases/') && !/^\/(health|keeper\.js)$/.test(pathname);
  return isPage ? 'page' : 'plain';
}

/** Whether an answer says that the site cannot be shown now, by itself or by a proxy before it. */
export function isAway(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

/** What the promise says, unless it takes longer. */
export async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
