import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { cookieNameOf } from '@tallystick/guard/cookie-name';
import { readCookie, readOnlyCookie, writeCookie } from '../http/cookies.ts';

const plainName = 'tallystick-browser';
const year = 365 * 86_400;
/** Milliseconds from the issue of its cookie until a browser counts as known. */
const knownAfter = 120_000;
/** Clocks of several servers may differ by so much, in milliseconds. */
const tolerance = 60_000;

/** A browser by its cookie. */
export interface Browser {
  /** 128 random bits, which identify nobody. They alone decide its rollout bucket. */
  id: string;
  /** When this site issued the cookie, in milliseconds since 1970; null: its HMAC is not valid. */
  issuedAt: number | null;
}

export type Browsers = ReturnType<typeof openBrowsers>;

/** A new id. */
export function newBrowser(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * Issues the cookies of browsers and verifies them. A cookie is `<id>.<seconds of its issue, base 36>.<HMAC of both>`.
 *
 * One without a valid HMAC, such as one of an older format, keeps its rollout bucket, so that its browser does not
 * change builds. But its reports count for no verdict, and its browser gets a valid cookie with the next page. Where
 * the site has https, the same holds for a cookie by the name for http, which earlier versions used.
 *
 * @param now milliseconds since 1970
 */
export function openBrowsers(secret: Uint8Array, secure: boolean, now: () => number) {
  const cookieName = cookieNameOf(plainName, secure);
  const sign = (id: string, issued: string) =>
    createHmac('sha256', secret).update(`browser ${id} ${issued}`).digest().subarray(0, 16);

  function isOwn(id: string, issued: string, given: string): boolean {
    const bytes = Buffer.from(given, 'base64url');
    return bytes.length === 16 && timingSafeEqual(bytes, sign(id, issued));
  }

  /** Null without a cookie that could be ours. */
  function of(cookies: string | undefined): Browser | null {
    const safe = readCookie(cookies, cookieName);
    const value = safe ?? readCookie(cookies, plainName) ?? '';
    const [, id, issued, given] =
      /^([\w-]{22})(?:\.([0-9a-z]{1,9})\.([\w-]{22}))?$/.exec(value) ?? [];
    if (id === undefined) return null;
    if (safe === null || issued === undefined || given === undefined || !isOwn(id, issued, given)) {
      return { id, issuedAt: null };
    }
    const issuedAt = Number.parseInt(issued, 36) * 1_000;
    return { id, issuedAt: issuedAt > now() + tolerance ? null : issuedAt };
  }

  return {
    of,
    /** The id of a browser by its one valid cookie; null: it has none, or more than one. */
    certain(cookies: string | undefined): string | null {
      const browser = readOnlyCookie(cookies, cookieName) === null ? null : of(cookies);
      return browser?.issuedAt == null ? null : browser.id;
    },
    /** The id of a browser that was here before; undefined for a new one. A flood that begins now has no old cookies. */
    known(cookies: string | undefined): string | undefined {
      const browser = of(cookies);
      const issuedAt = browser?.issuedAt ?? Number.POSITIVE_INFINITY;
      return now() - issuedAt >= knownAfter ? browser?.id : undefined;
    },
    /** A `set-cookie` by which a browser keeps its id for a year; a new id, if it has none. */
    issue(known: Browser | null): { id: string; cookie: string } {
      const id = known?.id ?? newBrowser();
      const issued = Math.floor(now() / 1_000).toString(36);
      const value = `${id}.${issued}.${sign(id, issued).toString('base64url')}`;
      return { id, cookie: writeCookie(cookieName, value, { seconds: year, secure }) };
    },
  };
}
