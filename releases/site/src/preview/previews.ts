import { randomBytes } from 'node:crypto';
import type { Registry } from '@tallystick/registry/registry';
import type { Preview } from '@tallystick/shared/contracts/release';
import type { OpenSigned } from '@tallystick/shared/release/read-release';
import { processTime } from '@tallystick/shared/time/monotonic-clock';
import { LRUCache } from 'lru-cache';
import { readCookie, writeCookie } from '../http/cookies.ts';
import type { Records } from '../release/records.ts';
import { composeRelease, type Release } from '../release/release.ts';
import { readRevision } from '../release/revisions.ts';
import { type PreviewSelection, parseSelection, pathOf } from './selection.ts';

const cookieName = 'tallystick-preview';
const lifetimeSeconds = 3_600;
/** How many browsers may be in a preview at once (LRU cache). */
const maxPreviews = 1_000;

/** The release of a preview, or why there is none: one line. */
export type PreviewRelease = { ok: true; release: Release } | { ok: false; problem: string };

/** What of a request decides whether it is made within a preview. */
export interface PreviewRequest {
  url: string;
  headers: { cookie?: string | undefined };
}

export type Previews = ReturnType<typeof openPreviews>;

export interface PreviewsOptions {
  registry: Pick<Registry, 'at' | 'attestDeclarations' | 'current' | 'revisionAttestation'>;
  records: Records;
  /** Verifies the attestation of a revision. */
  open: OpenSigned;
  /** Whether browsers reach the site by https. */
  secure: boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/**
 * The browsers in which a manager previews something. Such a browser is known by a random cookie. Its
 * selection is stored here and changes only when a page of this site posts the change: `?revision=`
 * and `?preview=` of a link only lead to a question, and mean nothing without the cookie.
 */
export function openPreviews({
  registry,
  records,
  open: openSigned,
  secure,
  now = processTime,
}: PreviewsOptions) {
  const begins = '/releases/preview';
  const leave = `${begins}/leave`;
  // A time to live includes its last millisecond.
  const ttl = lifetimeSeconds * 1_000 - 1;
  const limits = { max: maxPreviews, ttl, ttlResolution: 0, perf: { now } };
  const open = new LRUCache<string, { selected: PreviewSelection }>(limits);

  function find({ headers }: PreviewRequest): { selected: PreviewSelection } | null {
    const id = readCookie(headers.cookie, cookieName);
    return (id !== null && open.get(id)) || null;
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
    for (const [app, build] of Object.entries(builds)) {
      if ((await records.read(app, build)) === null) {
        return { ok: false, problem: `There is no build ${build} of ${app}.` };
      }
    }
    const preview: Preview = {
      ...(selected.revision !== undefined && { revision: selected.revision }),
      builds: { ...builds },
      leave,
    };
    const attested = await readRevision(registry, openSigned, revision);
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
    asks(request: PreviewRequest): PreviewSelection | null {
      const session = find(request);
      const asked = session === null ? null : parseSelection(request.url, session.selected.channel);
      return asked === null || pathOf(asked) === pathOf(session?.selected ?? asked) ? null : asked;
    },
    /** Changes to the selection of a query; null: not within a preview, or the query has none. */
    change(request: PreviewRequest, query: string): PreviewSelection | null {
      const session = find(request);
      const asked = session === null ? null : parseSelection(query, session.selected.channel);
      if (session !== null && asked !== null) session.selected = asked;
      return asked;
    },
    /** Whether the request comes from a browser that is in a preview. */
    has: (request: PreviewRequest): boolean => find(request) !== null,
    /** Begins a preview; answers the `set-cookie`. */
    begin(selected: PreviewSelection): string {
      const id = randomBytes(16).toString('base64url');
      open.set(id, { selected });
      return writeCookie(cookieName, id, { seconds: lifetimeSeconds, secure });
    },
    /** The preview of the request's browser; null: it is in none. */
    async of(request: PreviewRequest): Promise<PreviewRelease | null> {
      const session = find(request);
      return session === null ? null : await compose(session.selected);
    },
    /** Ends the browser's preview; answers the `set-cookie`. */
    end({ headers }: PreviewRequest): string {
      open.delete(readCookie(headers.cookie, cookieName) ?? '');
      return writeCookie(cookieName, '', { seconds: 0, secure });
    },
  };
}
