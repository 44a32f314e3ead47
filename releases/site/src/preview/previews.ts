import { previewTargetSchema } from '@tallystick/registry/contract/admin-api';
import type { Registry } from '@tallystick/registry/registry';
import type { Preview } from '@tallystick/shared/contracts/release';
import type { OpenSigned } from '@tallystick/shared/release/read-release';
import * as v from 'valibot';
import { readCookie, writeCookie } from '../http/cookies.ts';
import type { Records } from '../release/records.ts';
import { composeRelease, type Release } from '../release/release.ts';
import { readRevision } from '../release/revisions.ts';
import {
  type PreviewSelection,
  parseSelection,
  pathOf,
  selectionOf,
  selectionSchema,
} from './selection.ts';

const cookieName = 'tallystick-preview';
/** How long a browser keeps the cookie; the registry ends the preview by then. */
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

export interface PreviewsOptions {
  registry: Pick<
    Registry,
    'at' | 'attestDeclarations' | 'current' | 'revisionAttestation' | 'shortLived'
  >;
  records: Records;
  /** Verifies the attestation of a revision. */
  open: OpenSigned;
  /** Whether browsers reach the site by https. */
  secure: boolean;
}

/**
 * The browsers in which a manager previews something. Such a browser is known by a random cookie. Its
 * selection is kept by the registry, for every server, and changes only when a page of this site posts the change: `?revision=`
 * and `?preview=` of a link only lead to a question, and mean nothing without the cookie.
 */
export function openPreviews({ registry, records, open: openSigned, secure }: PreviewsOptions) {
  const begins = '/releases/preview';
  const leave = `${begins}/leave`;
  const { shortLived } = registry;
  const idOf = ({ headers }: PreviewRequest) => readCookie(headers.cookie, cookieName) ?? '';

  /** What the request's browser looks at; null: it is in no preview. Without the cookie it costs nothing. */
  async function find(request: PreviewRequest): Promise<PreviewSelection | null> {
    const kept = await shortLived.find('preview', idOf(request));
    return kept === null ? null : v.parse(keptSelection, kept);
  }

  /** The selection in a text, if the browser is in a preview. */
  async function askedIn(request: PreviewRequest, text: string) {
    const selected = await find(request);
    const asked = selected === null ? null : parseSelection(text, selected.channel);
    return selected === null || asked === null ? null : { selected, asked };
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
      const target = await shortLived.take('preview-ticket', ticket);
      if (target === null) return null;
      const selected = selectionOf(v.parse(ticketTarget, target));
      const id = await shortLived.issue('preview', JSON.stringify(selected), '');
      return {
        selected,
        cookie: writeCookie(cookieName, id, { seconds: lifetimeSeconds, secure }),
      };
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
