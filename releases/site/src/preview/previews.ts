import { cookieNameOf } from '@tallystick/guard/cookie-name';
import { previewTargetSchema } from '@tallystick/registry/contract/admin-api';
import type { Registry } from '@tallystick/registry/registry';
import type { Preview } from '@tallystick/shared/contracts/release';
import * as v from 'valibot';
import { readCookie, writeCookie } from '../http/cookies.ts';
import { composeRelease, type Release } from '../release/release.ts';
import type { ReleasesOptions } from '../release/releases.ts';
import { readRevision } from '../release/revisions.ts';
import { orUnavailable } from '../release/unavailable.ts';
import { type PreviewSelection, parseSelection, pathOf, selectionSchema } from './selection.ts';

/** How long a browser keeps the cookie, where its preview does not last as long as a link. */
const lifetimeSeconds = 3_600;
const ticketTarget = v.pipe(v.string(), v.parseJson(), previewTargetSchema);
const keptSelection = v.pipe(v.string(), v.parseJson(), selectionSchema);

/** The release of a preview, or why there is none: one line. */
export type PreviewRelease = { ok: true; release: Release } | { ok: false; problem: string };

/** What of a request decides whether it is made within a preview. */
export interface PreviewRequest {
  url: string;
  headers: { cookie?: string | undefined };
}

export type Previews = ReturnType<typeof openPreviews>;

export interface PreviewsOptions extends Pick<ReleasesOptions, 'open' | 'records'> {
  registry: Pick<
    Registry,
    'at' | 'attestDeclarations' | 'current' | 'previewLinkOf' | 'revisionAttestation' | 'shortLived'
  >;
  /** Whether browsers reach the site by https. */
  secure: boolean;
  /** Milliseconds since 1970. */
  now: () => number;
}

/**
 * The browsers in which a manager previews something. Such a browser is known by a random cookie. Its
 * selection is kept by the registry, for every server, and changes only when a page of this site posts the change: `?revision=`
 * and `?preview=` of a link only lead to a question, and mean nothing without the cookie.
 */
export function openPreviews(options: PreviewsOptions) {
  const { registry, records, open: openSigned, secure, now } = options;
  const cookieName = cookieNameOf('tallystick-preview', secure);
  const begins = '/releases/preview';
  const leave = `${begins}/leave`;
  const { shortLived } = registry;
  const idOf = ({ headers }: PreviewRequest) => readCookie(headers.cookie, cookieName) ?? '';

  /** What the request's browser looks at; null: it is in no preview. Without the cookie it costs nothing. */
  const find = (request: PreviewRequest) => orUnavailable('a preview', read(request));

  async function read(request: PreviewRequest): Promise<PreviewSelection | null> {
    const kept = await shortLived.find('preview', idOf(request));
    if (kept === null) return null;
    const selected = v.parse(keptSelection, kept);
    const { link: id } = selected;
    return id === undefined || (await registry.previewLinkOf({ id })) !== null ? selected : null;
  }

  /**
   * Begins a preview in a browser; answers the `set-cookie`, or null where `isFirst` says no. It is asked last:
   * where the store fails before, what is good once is still good.
   */
  async function start(
    selected: PreviewSelection,
    isFirst: () => Promise<boolean>,
    { owner, until }: { owner: string; until?: number | undefined },
  ): Promise<string | null> {
    const id = await shortLived.issue('preview', JSON.stringify(selected), owner, until);
    if (!(await isFirst())) {
      await shortLived.take('preview', id);
      return null;
    }
    // No longer than the preview: while a browser has the cookie, each page asks the registry for it.
    const seconds = until === undefined ? lifetimeSeconds : Math.ceil((until - now()) / 1_000);
    return writeCookie(cookieName, id, { seconds, secure });
  }

  /** The selection in a text, if the browser is in a preview. */
  async function askedIn(request: PreviewRequest, text: string) {
    const selected = await find(request);
    const asked = selected === null ? null : parseSelection(text, selected.channel);
    if (selected === null || asked === null || selected.link !== undefined) return null;
    return { selected, asked };
  }

  async function compose(selected: PreviewSelection): Promise<PreviewRelease> {
    const { channel, builds } = selected;
    const revision =
      selected.revision === undefined
        ? await registry.current(channel)
        : await registry.at(channel, selected.revision);
    if (revision === null) {
      return { ok: false, problem: `${channel} has no revision ${selected.revision ?? 'yet'}.` };
    }
    const attested = await readRevision(registry, openSigned, revision);
    // What an older revision had may have been deleted since.
    for (const [app, build] of Object.entries({ ...attested.builds, ...builds })) {
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
    /** Path at which a preview begins, or changes. */
    begins,
    /** Path at which it ends. */
    leave,
    /** The selection in the URL of a request within a preview, if it is another than the present one. */
    async asks(request: PreviewRequest): Promise<PreviewSelection | null> {
      const found = await askedIn(request, request.url);
      if (found === null || pathOf(found.asked) === pathOf(found.selected)) return null;
      return found.asked;
    },
    /** Changes to the selection of a query; null: not within a preview, or the query has none. */
    async change(request: PreviewRequest, query: string): Promise<PreviewSelection | null> {
      const found = await askedIn(request, query);
      if (found === null) return null;
      await shortLived.change('preview', idOf(request), JSON.stringify(found.asked));
      return found.asked;
    },
    /** Whether the request comes from a browser that is in a preview. */
    has: async (request: PreviewRequest): Promise<boolean> => (await find(request)) !== null,
    /** Begins the preview of a ticket; null: it is not good, or not any more. */
    async begin(ticket: string): Promise<{ selected: PreviewSelection; cookie: string } | null> {
      const target = await shortLived.find('preview-ticket', ticket);
      if (target === null) return null;
      const selected = { builds: {}, ...v.parse(ticketTarget, target) };
      const isFirst = async () => (await shortLived.take('preview-ticket', ticket)) !== null;
      const cookie = await start(selected, isFirst, { owner: '' });
      return cookie === null ? null : { selected, cookie };
    },
    /**
     * Begins the preview of a link; null: it is not good, or not any more, or another browser came first to one
     * that is for one browser. That one keeps it for as long as the link is good; others have it for an hour.
     */
    async beginByLink(secret: string): Promise<string | null> {
      const link = await registry.previewLinkOf({ secret });
      if (link === null) return null;
      const { id, app, build, channel, once } = link;
      const until = once ? Date.parse(link.expiresAt) : undefined;
      const isFirst = async () => !once || (await shortLived.claim(`preview ${id}`, until));
      const selected = { channel, builds: { [app]: build }, link: id };
      return await start(selected, isFirst, { owner: id, until });
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
      await shortLived.take('preview', idOf(request));
      return writeCookie(cookieName, '', { seconds: 0, secure });
    },
  };
}
