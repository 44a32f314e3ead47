import type { Preview } from '@tallystick/contract/release';
import { grantedPreviewSchema } from '@tallystick/registry/contract/admin-api';
import {
  keptSelectionSchema,
  type PreviewSelection,
} from '@tallystick/registry/contract/preview-selection';
import type { Registry } from '@tallystick/registry/registry';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import type { Browsers } from '../canary/browser.ts';
import { readOnlyCookie, writeCookie } from '../http/cookies.ts';
import { once } from '../memory/once.ts';
import { composeRelease, type Release } from '../release/release.ts';
import type { ReleasesOptions } from '../release/releases.ts';
import { readRevision } from '../release/revisions.ts';
import { orUnavailable } from '../release/unavailable.ts';
import { openProofs } from './proofs.ts';
import { parseSelection, pathOf } from './selection.ts';
import type { Wish } from './wish.ts';

/** How long a browser keeps the cookie, where its preview does not last as long as a link. */
const lifetimeSeconds = 3_600;
/** Milliseconds in which the same yes may come twice, and is one: a double click, a request that the browser made ahead. */
const sameYes = 10_000;
const grantedTicket = v.pipe(v.string(), v.parseJson(), grantedPreviewSchema);

/** The release of a preview, or why there is none: one line. */
export type PreviewRelease = { ok: true; release: Release } | { ok: false; problem: string };

/** What of a request decides whether it is made within a preview. */
export interface PreviewRequest {
  url: string;
  headers: { cookie?: string | undefined };
}

/** What a wish would show. */
export interface Wanted {
  selected: PreviewSelection;
  /** Name of who gave the link or the ticket; null: whoever is in the preview. */
  by: string | null;
  /** When it ends, in milliseconds since 1970. */
  until: number;
  /** For the browser alone that says yes first. */
  once: boolean;
}

/** Where a browser goes that has begun a preview, or changed it, and the `set-cookie`, if there is a new one. */
export interface Begun {
  location: string;
  cookie: string | null;
}

export type Previews = ReturnType<typeof openPreviews>;

export interface PreviewsOptions extends Pick<ReleasesOptions, 'open' | 'records'> {
  registry: Pick<Registry, 'attestations' | 'channel' | 'parts' | 'shortLived'>;
  /** By which this site knows what it gave a browser. */
  secret: Uint8Array;
  browsers: Pick<Browsers, 'certain'>;
  /** Whether browsers reach the site by https. */
  secure: boolean;
  /** Milliseconds since 1970. */
  now: () => number;
}

/**
 * The browsers in which somebody previews something. Such a browser is known by a random cookie, which holds in that
 * browser alone. Its selection is kept by the registry, for every server; it begins and changes only by a yes on the
 * page that asks: `?revision=` and `?preview=` of a link only lead there, and mean nothing without the cookie.
 */
export function openPreviews(options: PreviewsOptions) {
  const { registry, records, open: openSigned, browsers, secure, now } = options;
  const asksAt = '/releases/preview';
  const begins = `${asksAt}/begin`;
  const leave = `${asksAt}/leave`;
  // By https a browser that knows the prefix takes it from HTTP alone: no script of a page puts one there.
  const cookieName = secure ? '__Host-Http-tallystick-preview' : 'tallystick-preview';
  const { shortLived } = registry;
  const proofs = openProofs(options.secret, now);
  const lately = new LRUCache<string, Promise<Begun | null>>({ max: 1_000, ttl: sameYes });

  /** The secret by which the browser's preview is kept, whether it is still there or not; null: it has none. */
  function secretOf({ headers }: PreviewRequest): string | null {
    const browser = browsers.certain(headers.cookie);
    const cookie = readOnlyCookie(headers.cookie, cookieName);
    return browser === null || cookie === null ? null : proofs.boundTo(browser, cookie);
  }

  /** What the request's browser looks at; null: it is in no preview. Without the cookie it costs nothing. */
  const find = (request: PreviewRequest) => orUnavailable('a preview', read(request));

  async function read(request: PreviewRequest): Promise<PreviewSelection | null> {
    const secret = secretOf(request);
    const kept = secret === null ? null : await shortLived.find('preview', secret);
    if (kept === null) return null;
    const selected = v.parse(keptSelectionSchema, kept);
    const { link: id } = selected;
    return id === undefined || (await registry.parts.previewLinkOf({ id })) !== null
      ? selected
      : null;
  }

  /**
   * Begins a preview in a browser; null where `isFirst` says no. It is asked last: where the store fails before, what
   * is good once is still good.
   */
  async function start(
    browser: string,
    selected: PreviewSelection,
    isFirst: () => Promise<boolean>,
    { owner, until }: { owner: string; until?: number | undefined },
  ): Promise<Begun | null> {
    const secret = await shortLived.issue('preview', JSON.stringify(selected), owner, until);
    if (!(await isFirst())) {
      await shortLived.take('preview', secret);
      return null;
    }
    // No longer than the preview: while a browser has the cookie, each page asks the registry for it.
    const seconds = until === undefined ? lifetimeSeconds : Math.ceil((until - now()) / 1_000);
    const cookie = writeCookie(cookieName, proofs.bind(browser, secret), { seconds, secure });
    return { location: selected.link === undefined ? pathOf(selected) : '/', cookie };
  }

  /** The selection in a text, if the browser is in a preview of its own choice. */
  async function askedIn(request: PreviewRequest, text: string) {
    const selected = await find(request);
    const asked = selected === null ? null : parseSelection(text, selected.channel);
    if (selected === null || asked === null || selected.link !== undefined) return null;
    return { selected, asked };
  }

  async function ticketOf(ticket: string) {
    const kept = await shortLived.find('preview-ticket', ticket);
    if (kept === null) return null;
    const { target, by } = v.parse(grantedTicket, kept);
    return { selected: { builds: {}, ...target }, by };
  }

  async function linkOf(secret: string) {
    const link = await registry.parts.previewLinkOf({ secret });
    if (link === null) return null;
    const { id, app, build, channel } = link;
    return { link, selected: { channel, builds: { [app]: build }, link: id } };
  }

  /** As `begin`, once the proof is known to be good. */
  async function beginFor(
    request: PreviewRequest,
    browser: string,
    { kind, text }: Wish,
  ): Promise<Begun | null> {
    if (kind === 'look') {
      const found = await askedIn(request, text);
      const secret = secretOf(request);
      if (found === null || secret === null) return null;
      await shortLived.change('preview', secret, JSON.stringify(found.asked));
      return { location: pathOf(found.asked), cookie: null };
    }
    if (kind === 'ticket') {
      const granted = await ticketOf(text);
      const isFirst = async () => (await shortLived.take('preview-ticket', text)) !== null;
      return granted && (await start(browser, granted.selected, isFirst, { owner: granted.by }));
    }
    const found = await linkOf(text);
    if (found === null) return null;
    const { id, once: onlyOne, expiresAt } = found.link;
    // Whoever opens it again where it is open is there already.
    if ((await find(request))?.link === id) return { location: '/', cookie: null };
    const until = onlyOne ? Date.parse(expiresAt) : undefined;
    const isFirst = async () => !onlyOne || (await shortLived.claim(`preview ${id}`, until));
    return await start(browser, found.selected, isFirst, { owner: id, until });
  }

  async function compose(selected: PreviewSelection): Promise<PreviewRelease> {
    const { channel, builds } = selected;
    const newest = await registry.channel(channel).current();
    const revision =
      selected.revision === undefined
        ? newest
        : await registry.channel(channel).at(selected.revision);
    if (revision === null || newest === null) {
      return { ok: false, problem: `${channel} has no revision ${selected.revision ?? 'yet'}.` };
    }
    const attested = await readRevision(registry, openSigned, revision);
    for (const [app, build] of Object.entries({ ...attested.builds, ...builds })) {
      // By what is known now: the revision that is looked at may be from before.
      if (newest.recalled.some((one) => one.app === app && one.build === build)) {
        return { ok: false, problem: `Build ${build} of ${app} was recalled.` };
      }
      // What an older revision had may have been deleted since.
      if ((await records.read(app, build)) === null) {
        return { ok: false, problem: `There is no build ${build} of ${app}.` };
      }
    }
    const preview: Preview = {
      ...(selected.revision !== undefined && { revision: selected.revision }),
      builds: { ...builds },
      leave,
    };
    return {
      ok: true,
      release: await composeRelease(attested, { records, registry }, { preview }),
    };
  }

  return {
    /** Path of the page that asks. */
    asksAt,
    /** Path at which a yes begins a preview, or changes it. */
    begins,
    /** Path at which it ends. */
    leave,
    /** The selection in the URL of a request within a preview, if it is another than the present one. */
    async asks(request: PreviewRequest): Promise<PreviewSelection | null> {
      const found = await askedIn(request, request.url);
      if (found === null || pathOf(found.asked) === pathOf(found.selected)) return null;
      return found.asked;
    },
    /** Whether the request comes from a browser that is in a preview. */
    has: async (request: PreviewRequest): Promise<boolean> => (await find(request)) !== null,
    /** Whether the browser was in a preview that has ended by itself, by a person, or by a recall. */
    hasEnded: async (request: PreviewRequest): Promise<boolean> =>
      secretOf(request) !== null && (await find(request)) === null,
    /** What a wish would show; null: nothing, or nothing any more. */
    async wanted(request: PreviewRequest, { kind, text }: Wish): Promise<Wanted | null> {
      const hour = now() + lifetimeSeconds * 1_000;
      if (kind === 'look') {
        const found = await askedIn(request, text);
        return found && { selected: found.asked, by: null, until: hour, once: false };
      }
      if (kind === 'ticket') {
        const granted = await ticketOf(text);
        return granted && { ...granted, until: hour, once: false };
      }
      const found = await linkOf(text);
      if (found === null) return null;
      const { createdBy: by, once: onlyOne, expiresAt } = found.link;
      const ends = Date.parse(expiresAt);
      const until = onlyOne ? ends : Math.min(ends, hour);
      return { selected: found.selected, by, until, once: onlyOne };
    },
    /** By what the page that asks a browser proves that it was shown there. */
    proofFor: proofs.issue,
    /** Whether a yes comes from the page that asked this browser about just this, lately. */
    isProven(request: PreviewRequest, wish: Wish, proof: string): boolean {
      const browser = browsers.certain(request.headers.cookie);
      return browser !== null && proofs.isGood(browser, wish, proof);
    },
    /**
     * Begins the preview of a proven wish, or changes it; null: it is not good, or not any more, or another browser
     * came first to what is for one. That one keeps it for as long as the link is good; others have it for an hour.
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
    async of(request: PreviewRequest): Promise<PreviewRelease | null> {
      const selected = await find(request);
      return selected === null ? null : await compose(selected);
    },
    /** Ends the browser's preview; answers the `set-cookie`. */
    async end(request: PreviewRequest): Promise<string> {
      const secret = secretOf(request);
      if (secret !== null) await shortLived.take('preview', secret);
      return writeCookie(cookieName, '', { seconds: 0, secure });
    },
  };
}
