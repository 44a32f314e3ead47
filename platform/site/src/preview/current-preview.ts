import {
  keptSelectionSchema,
  type PreviewSelection,
} from '@tallystick/registry/contract/preview-selection';
import type { Registry } from '@tallystick/registry/registry';
import * as v from 'valibot';
import type { Browsers } from '../canary/browser.ts';
import { readOnlyCookie, writeCookie } from '../http/cookies.ts';
import { orUnavailable } from '../release/unavailable.ts';
import type { AskedProofs } from './asked-proofs.ts';

/** What of a request decides whether it is made within a preview. */
export interface PreviewRequest {
  url: string;
  headers: { cookie?: string | undefined };
}

interface CurrentPreviewsOptions {
  registry: Pick<Registry, 'parts' | 'shortLived'>;
  browsers: Pick<Browsers, 'certain'>;
  proofs: Pick<AskedProofs, 'bind' | 'boundTo'>;
  /** Whether browsers reach the site by https. */
  secure: boolean;
}

export type CurrentPreviews = ReturnType<typeof openCurrentPreviews>;

/** Which preview a browser is in, by its cookie and by what the registry keeps. */
export function openCurrentPreviews({
  registry,
  browsers,
  proofs,
  secure,
}: CurrentPreviewsOptions) {
  // Over https a browser that knows the prefix accepts the cookie from HTTP alone: no script of a page can set one.
  const cookieName = secure ? '__Host-Http-tallystick-preview' : 'tallystick-preview';

  /** The secret by which the browser's preview is kept, whether it is still there or not; null: it has none. */
  function secretOf({ headers }: PreviewRequest): string | null {
    const browser = browsers.certain(headers.cookie);
    const cookie = readOnlyCookie(headers.cookie, cookieName);
    return browser === null || cookie === null ? null : proofs.boundTo(browser, cookie);
  }

  async function read(request: PreviewRequest): Promise<PreviewSelection | null> {
    const secret = secretOf(request);
    const kept = secret === null ? null : await registry.shortLived.find('preview', secret);
    if (kept === null) return null;
    const selected = v.parse(keptSelectionSchema, kept);
    const { link: id } = selected;
    return id === undefined || (await registry.parts.previewLinkOf({ id })) !== null
      ? selected
      : null;
  }

  return {
    secretOf,
    /** What the request's browser looks at; null: it is in no preview. Without the cookie it costs nothing. */
    find: (request: PreviewRequest): Promise<PreviewSelection | null> =>
      orUnavailable('a preview', read(request)),
    /** A `set-cookie` by which a browser is in the preview that is kept by a secret. */
    cookieFor: (browser: string, secret: string, seconds: number): string =>
      writeCookie(cookieName, proofs.bind(browser, secret), { seconds, secure }),
    /** A `set-cookie` by which a browser is in no preview. */
    noCookie: (): string => writeCookie(cookieName, '', { seconds: 0, secure }),
  };
}
