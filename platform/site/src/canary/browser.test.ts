import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newBrowser, openBrowsers } from './browser.ts';

const secret = Buffer.alloc(32, 7);
const now = Date.UTC(2026, 10, 21);
const browsers = openBrowsers(secret, true, () => now);
const cookieValue = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';'));
const read = (value: string, from = browsers) =>
  from.of(`other=1; __Host-tallystick-browser=${value}`);

describe('the cookie of a browser', () => {
  it('is known again, with when it was given, by every server with the same secret', () => {
    const { id, cookie } = browsers.issue(null);
    expect(cookie).toMatch(
      /^__Host-tallystick-browser=\S+; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
    );
    const other = openBrowsers(Buffer.from(secret), true, () => now + 1_000);
    expect(read(cookieValue(cookie), other)).toEqual({ id, issuedAt: now });
  });

  it('has another name over plain http, which over https gives its place alone: anybody below the domain can set it', () => {
    const plain = openBrowsers(secret, false, () => now);
    const { id, cookie } = plain.issue(null);
    expect(cookie).toMatch(/^tallystick-browser=/);
    const [earlier = ''] = cookie.split(';');
    expect(plain.of(earlier)).toEqual({ id, issuedAt: now });
    expect(browsers.of(earlier)).toEqual({ id, issuedAt: null });
    const renewed = browsers.issue(browsers.of(earlier));
    expect(renewed.id).toBe(id);
    const [mine = ''] = browsers.issue(null).cookie.split(';');
    expect(browsers.of(`${earlier}; ${mine}`)).toEqual(browsers.of(mine));
  });

  it('keeps its id, and so its place, where it was not signed: it gets a signature', () => {
    const id = newBrowser();
    expect(read(id)).toEqual({ id, issuedAt: null });
    const { id: same, cookie } = browsers.issue(read(id));
    expect(same).toBe(id);
    expect(read(cookieValue(cookie))).toEqual({ id, issuedAt: now });
  });

  it('counts for nothing if anything of it was changed, or the secret is another', () => {
    const { cookie } = browsers.issue(null);
    const value = cookieValue(cookie);
    const others = openBrowsers(Buffer.alloc(32, 8), true, () => now);
    expect(read(value, others)?.issuedAt).toBeNull();
    fc.assert(
      fc.property(
        fc.nat({ max: value.length - 1 }),
        fc.constantFrom(...'abcXYZ019-_.'),
        (place, letter) => {
          const forged = value.slice(0, place) + letter + value.slice(place + 1);
          // The last letter of 16 bytes has two bits to spare, which say nothing.
          if (forged === value || place === value.length - 1) return;
          expect(read(forged)?.issuedAt ?? null).toBeNull();
        },
      ),
    );
  });

  it('counts for nothing from the future', () => {
    const ahead = openBrowsers(secret, true, () => now + 3_600_000);
    expect(read(cookieValue(ahead.issue(null).cookie))?.issuedAt).toBeNull();
  });

  it.each(['', 'short', `${newBrowser()}.`, `${newBrowser()}.x`, 'a'.repeat(500)])(
    '%j is none',
    (value) => {
      expect(read(value)).toBeNull();
    },
  );
});
