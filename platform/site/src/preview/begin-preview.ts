import { plainAddresses } from '@tallystick/contract/path-pattern';
import type { PreviewSelection } from '@tallystick/registry/contract/preview-selection';
import type { Registry } from '@tallystick/registry/registry';
import type { Records } from '../release/records.ts';
import type { CurrentPreviews, PreviewRequest } from './current-preview.ts';
import { pathOf } from './selection.ts';
import type { Wish } from './wish.ts';
import { lifetimeSeconds, type Wishes } from './wishes.ts';

/** Where a browser goes that has begun a preview, or changed it, and the `set-cookie`, if there is a new one. */
export interface Begun {
  location: string;
  cookie: string | null;
}

interface BeginOptions {
  shortLived: Registry['shortLived'];
  current: CurrentPreviews;
  wishes: Pick<Wishes, 'askedIn' | 'ticketOf' | 'linkOf'>;
  records: Pick<Records, 'read'>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Begins the preview of a wish in a browser, or changes it. The proof of the wish is known to be valid. */
type BeginPreview = (request: PreviewRequest, browser: string, wish: Wish) => Promise<Begun | null>;

export function previewBeginner(options: BeginOptions): BeginPreview {
  const { shortLived, current, wishes, records, now } = options;

  /** The first page of what is selected, of those that need no parameter; `/`: it has none. */
  async function firstPage({ builds }: PreviewSelection): Promise<string> {
    for (const [app, build] of Object.entries(builds)) {
      const record = await records.read(app, build);
      const [address] = plainAddresses(record?.artifact.declaration?.routes ?? []);
      if (address !== undefined) return address;
    }
    return '/';
  }

  /**
   * Begins a preview in a browser; null where `isFirst` says no. It is asked last: if the store fails before, what
   * can be used once can still be used.
   */
  async function start(
    browser: string,
    selected: PreviewSelection,
    isFirst: () => Promise<boolean>,
    {
      owner,
      until,
      page,
    }: { owner: string; until?: number | undefined; page?: string | undefined },
  ): Promise<Begun | null> {
    const at = page ?? (await firstPage(selected));
    // A link's preview shows what the link is of, whatever a query says.
    const location = selected.link === undefined ? pathOf(selected, at) : at;
    const secret = await shortLived.issue('preview', JSON.stringify(selected), owner, until);
    if (!(await isFirst())) {
      await shortLived.take('preview', secret);
      return null;
    }
    // No longer than the preview: while a browser has the cookie, each page asks the registry for it.
    const seconds = until === undefined ? lifetimeSeconds : Math.ceil((until - now()) / 1_000);
    return { location, cookie: current.cookieFor(browser, secret, seconds) };
  }

  return async (request, browser, { kind, text, page }) => {
    if (kind === 'look') {
      const found = await wishes.askedIn(request, text);
      const secret = current.secretOf(request);
      if (found === null || secret === null) return null;
      await shortLived.change('preview', secret, JSON.stringify(found.asked));
      return { location: pathOf(found.asked, await firstPage(found.asked)), cookie: null };
    }
    if (kind === 'ticket') {
      const granted = await wishes.ticketOf(text);
      const isFirst = async () => (await shortLived.take('preview-ticket', text)) !== null;
      return granted && (await start(browser, granted.selected, isFirst, { owner: granted.by }));
    }
    const found = await wishes.linkOf(text);
    if (found === null) return null;
    const { id, once: onlyOne, expiresAt } = found.link;
    // A browser that opens the link again is in its preview already.
    if ((await current.find(request))?.link === id) {
      return { location: page ?? (await firstPage(found.selected)), cookie: null };
    }
    const until = onlyOne ? Date.parse(expiresAt) : undefined;
    const isFirst = async () => !onlyOne || (await shortLived.claim(`preview ${id}`, until));
    return await start(browser, found.selected, isFirst, { owner: id, until, page });
  };
}
