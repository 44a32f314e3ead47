import type { Result } from '@tallystick/contract/result';
import type { PreviewSelection } from '@tallystick/registry/contract/preview-selection';
import type { Registry } from '@tallystick/registry/registry';
import { LRUCache } from 'lru-cache';
import type { Browsers } from '../canary/browser.ts';
import { once } from '../memory/once.ts';
import type { Release } from '../release/release.ts';
import type { ReleasesOptions } from '../release/releases.ts';
import { openAskedProofs } from './asked-proofs.ts';
import { type Begun, previewBeginner } from './begin-preview.ts';
import { previewComposer } from './compose-preview.ts';
import { openCurrentPreviews, type PreviewRequest } from './current-preview.ts';
import { pathOf } from './selection.ts';
import type { Wish } from './wish.ts';
import { openWishes } from './wishes.ts';

/** Milliseconds in which the same yes may come twice, and is one: a double click, or a request made ahead. */
const sameYesMs = 10_000;
/** Path of the page that asks. */
const askPath = '/releases/preview';
/** Path at which a yes begins a preview, or changes it. */
const beginPath = `${askPath}/begin`;
/** Path at which it ends. */
const leavePath = `${askPath}/leave`;

export type Previews = ReturnType<typeof openPreviews>;

export interface PreviewsOptions extends Pick<ReleasesOptions, 'keys' | 'open' | 'records'> {
  registry: Pick<Registry, 'attestations' | 'channel' | 'parts' | 'shortLived'>;
  /** The secret by which this site recognizes what it gave a browser. */
  secret: Uint8Array;
  browsers: Pick<Browsers, 'certain'>;
  /** Whether browsers reach the site by https. */
  secure: boolean;
  /** Milliseconds since 1970. */
  now: () => number;
}

/**
 * The browsers in which somebody previews something. Such a browser is known by a random cookie, which is valid in that
 * browser alone. The registry keeps its selection, for every server.
 *
 * A preview begins and changes only by a yes on the page that asks. `?revision=` and `?preview=` of a link only lead
 * there, and mean nothing without the cookie.
 */
export function openPreviews(options: PreviewsOptions) {
  const { registry, records, keys, open, browsers, secure, now } = options;
  const { shortLived } = registry;
  const proofs = openAskedProofs(options.secret, now);
  const current = openCurrentPreviews({ registry, browsers, proofs, secure });
  const wishes = openWishes({ registry, current, now });
  const beginFor = previewBeginner({ shortLived, current, wishes, records, now });
  const compose = previewComposer({ registry, records, keys, open, leave: leavePath });
  const lately = new LRUCache<string, Promise<Begun | null>>({ max: 1_000, ttl: sameYesMs });
  const { find, secretOf } = current;

  return {
    askPath,
    beginPath,
    leavePath,
    /** The selection in the URL of a request within a preview, if it is another than the present one. */
    async asks(request: PreviewRequest): Promise<PreviewSelection | null> {
      const found = await wishes.askedIn(request, request.url);
      if (found === null || pathOf(found.asked) === pathOf(found.selected)) return null;
      return found.asked;
    },
    /** Whether the request comes from a browser that is in a preview. */
    has: async (request: PreviewRequest): Promise<boolean> => (await find(request)) !== null,
    /** Whether the browser was in a preview that has ended by itself, by a person, or by a recall. */
    hasEnded: async (request: PreviewRequest): Promise<boolean> =>
      secretOf(request) !== null && (await find(request)) === null,
    /** What a wish would show; null: nothing, or nothing any more. */
    wanted: wishes.wanted,
    /** The proof in the page that asks a browser, by which a yes shows that it comes from that page. */
    proofFor: proofs.issue,
    /** Whether a yes comes from the page that asked this browser about just this, lately. */
    isProven(request: PreviewRequest, wish: Wish, proof: string): boolean {
      const browser = browsers.certain(request.headers.cookie);
      return browser !== null && proofs.isGood(browser, wish, proof);
    },
    /**
     * Begins the preview of a proven wish, or changes it. Null: it cannot be granted (any more), or is for one browser
     * and another one came first. That one keeps it for as long as the link is valid; others have it for an hour.
     */
    async begin(request: PreviewRequest, wish: Wish, proof: string): Promise<Begun | null> {
      const browser = browsers.certain(request.headers.cookie);
      if (browser === null) return null;
      const begun = () => beginFor(request, browser, wish);
      return await once(lately, `${browser} ${proof}`, begun, (made) => made !== null);
    },
    /** Whether the request's browser is in a preview of this very build. */
    async shows(request: PreviewRequest, app: string, build: string): Promise<boolean> {
      const selected = await find(request);
      return selected !== null && selected.builds[app] === build;
    },
    /** The preview of the request's browser; null: it is in none. */
    async of(request: PreviewRequest): Promise<Result<Release> | null> {
      const selected = await find(request);
      return selected === null ? null : await compose(selected);
    },
    /** Ends the browser's preview; answers the `set-cookie`. */
    async end(request: PreviewRequest): Promise<string> {
      const secret = secretOf(request);
      if (secret !== null) await shortLived.take('preview', secret);
      return current.noCookie();
    },
  };
}
