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
import { askedFor, type Looked, pathOf } from './target.ts';

const cookieName = 'tallystick-preview';
/** How long a preview lasts, in seconds. */
const lasts = 3_600;
/** How many browsers may be in a preview at once; beyond it the oldest ends. */
const most = 1_000;

/** A release that is looked at, or why there is none: one line. */
export type PreviewRelease = { ok: true; release: Release } | { ok: false; problem: string };

/** What of a request decides whether it is made within a preview. */
export interface PreviewRequest {
  url: string;
  headers: { cookie?: string | undefined };
}

/**
 * The browsers in which a manager looks at something that others do not get. A cookie that nobody
 * can guess stands for such a browser; what it looks at is kept here, stays while somebody walks
 * about the site, and changes when a page of this site posts so: `?revision=` and `?preview=` of a link
 * only ask. Without the cookie these say nothing.
 */
export interface Previews {
  /** Path at which a preview begins, or changes. */
  readonly begins: string;
  /** Path at which it ends. */
  readonly leave: string;
  /** Begins a preview; answers the `set-cookie`. */
  begin(looked: Looked): string;
  /** Whether the request comes from a browser that is in a preview. */
  has(request: PreviewRequest): boolean;
  /** What the URL of a request within a preview asks to look at, if it is something else. */
  asks(request: PreviewRequest): Looked | null;
  /** Looks at what a query names from now on; null: not within a preview, or nothing is named. */
  change(request: PreviewRequest, query: string): Looked | null;
  /** What the request's browser looks at; null: what everybody gets. */
  of(request: PreviewRequest): Promise<PreviewRelease | null>;
  /** Ends the browser's preview; answers the `set-cookie`. */
  end(request: PreviewRequest): string;
}

export interface PreviewsOptions {
  registry: Pick<Registry, 'at' | 'current' | 'revisionStatement'>;
  records: Records;
  /** Verifies the attestation of a revision. */
  open: OpenSigned;
  /** Whether browsers reach the site by https. */
  secure: boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
}

export function openPreviews({
  registry,
  records,
  open: openSigned,
  secure,
  now = processTime,
}: PreviewsOptions): Previews {
  const begins = '/releases/preview';
  const leave = `${begins}/leave`;
  const open = new LRUCache<string, { looked: Looked; until: number }>({ max: most });

  function find({ headers }: PreviewRequest): { looked: Looked } | null {
    const id = readCookie(headers.cookie, cookieName);
    const session = id === null ? undefined : open.get(id);
    return session !== undefined && session.until > now() ? session : null;
  }

  async function compose(looked: Looked): Promise<PreviewRelease> {
    const { channel, builds } = looked;
    const revision =
      looked.revision === undefined
        ? await registry.current(channel)
        : await registry.at(channel, looked.revision);
    if (revision === null) {
      return { ok: false, problem: `${channel} has no revision ${looked.revision ?? 'yet'}.` };
    }
    for (const [app, build] of Object.entries(builds)) {
      if ((await records.read(app, build)) === null) {
        return { ok: false, problem: `There is no build ${build} of ${app}.` };
      }
    }
    const preview: Preview = {
      ...(looked.revision !== undefined && { revision: looked.revision }),
      builds: { ...builds },
      leave,
    };
    const attested = await readRevision(registry, openSigned, revision);
    return { ok: true, release: await composeRelease(attested, records, { preview }) };
  }

  return {
    begins,
    leave,
    asks(request) {
      const session = find(request);
      const asked = session === null ? null : askedFor(request.url, session.looked.channel);
      return asked === null || pathOf(asked) === pathOf(session?.looked ?? asked) ? null : asked;
    },
    change(request, query) {
      const session = find(request);
      const asked = session === null ? null : askedFor(query, session.looked.channel);
      if (session !== null && asked !== null) session.looked = asked;
      return asked;
    },
    has: (request) => find(request) !== null,
    begin(looked) {
      const id = randomBytes(16).toString('base64url');
      open.set(id, { looked, until: now() + lasts * 1_000 });
      return writeCookie(cookieName, id, { seconds: lasts, secure });
    },
    async of(request) {
      const session = find(request);
      return session === null ? null : await compose(session.looked);
    },
    end({ headers }) {
      open.delete(readCookie(headers.cookie, cookieName) ?? '');
      return writeCookie(cookieName, '', { seconds: 0, secure });
    },
  };
}
