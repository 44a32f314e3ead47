import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Wish } from './wish.ts';

/** Milliseconds for which somebody may think about it. */
const lifetime = 600_000;
/** Clocks of several servers may differ by so much, in milliseconds. */
const tolerance = 60_000;

/**
 * Proofs that the page which asks was shown in a browser: it stands in that page alone, which no script can read, and
 * is good in that browser, for that wish, for ten minutes. An HMAC, so that every server of the site knows it.
 *
 * @param now milliseconds since 1970
 */
export function openProofs(secret: Uint8Array, now: () => number) {
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
    /** What a browser's cookie says of the preview that it is in: no script can make one of another browser's. */
    bind: (browser: string, preview: string): string =>
      `${preview}.${sign('bound', browser, preview).toString('base64url')}`,
    /** The preview of a cookie; null: it is of another browser, or was made up. */
    boundTo(browser: string, cookie: string): string | null {
      const [, preview = '', given = ''] = /^([\w-]{43})\.([\w-]{32})$/.exec(cookie) ?? [];
      return isSame(given, sign('bound', browser, preview)) ? preview : null;
    },
  };
}
