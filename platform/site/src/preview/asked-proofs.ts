import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Wish } from './wish.ts';

/** Milliseconds in which somebody has to answer the page that asks. */
const lifetime = 600_000;
/** Clocks of several servers may differ by so much, in milliseconds. */
const tolerance = 60_000;

export type AskedProofs = ReturnType<typeof openAskedProofs>;

/**
 * Proofs that a browser was shown the page that asks. A proof is in that page alone, which no script can read. It is
 * valid in that browser, for that wish, for ten minutes. It is an HMAC, so that every server of the site can verify it.
 *
 * @param now milliseconds since 1970
 */
export function openAskedProofs(secret: Uint8Array, now: () => number) {
  const sign = (...parts: readonly string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest().subarray(0, 24);
  const isSame = (given: string, wanted: Buffer) => {
    const bytes = Buffer.from(given, 'base64url');
    return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
  };
  const partsOf = (browser: string, { kind, text }: Wish, made: string) =>
    ['asked', browser, kind, text, made] as const;

  return {
    /** For the page that asks `browser` whether it is to be shown this. */
    issue(browser: string, wish: Wish): string {
      const made = `${now().toString(36)}.${randomBytes(9).toString('base64url')}`;
      return `${made}.${sign(...partsOf(browser, wish, made)).toString('base64url')}`;
    },
    isGood(browser: string, wish: Wish, proof: string): boolean {
      const [, made = '', at = '', given = ''] =
        /^(([0-9a-z]{1,12})\.[\w-]{12})\.([\w-]{32})$/.exec(proof) ?? [];
      const age = now() - Number.parseInt(at, 36);
      const isOwn = isSame(given, sign(...partsOf(browser, wish, made)));
      return isOwn && age <= lifetime && age >= -tolerance;
    },
    /** A cookie's value for the preview of a browser. Bound to the browser, so that it is of no use in another one. */
    bind: (browser: string, preview: string): string =>
      `${preview}.${sign('bound', browser, preview).toString('base64url')}`,
    /** The preview of a cookie; null: it is of another browser, or forged. */
    boundTo(browser: string, cookie: string): string | null {
      const [, preview = '', given = ''] = /^([\w-]{43})\.([\w-]{32})$/.exec(cookie) ?? [];
      return isSame(given, sign('bound', browser, preview)) ? preview : null;
    },
  };
}
