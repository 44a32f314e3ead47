import { randomBytes } from 'node:crypto';
import { readCookie, writeCookie } from '../http/cookies.ts';

const cookieName = 'tallystick-browser';
const year = 365 * 86_400;

/** Id of a browser by its cookie, or null if it has none that we gave. */
export function browserOf(cookies: string | undefined): string | null {
  const id = readCookie(cookies, cookieName);
  return id !== null && /^[\w-]{22}$/.test(id) ? id : null;
}

/** A new id, 128 random bits, which says nothing of anybody. */
export function newBrowser(): string {
  return randomBytes(16).toString('base64url');
}

/** The `set-cookie` that makes a browser keep its id for a year. */
export function browserCookie(id: string, secure: boolean): string {
  return writeCookie(cookieName, id, { seconds: year, secure });
}
