import { expect, it } from 'vitest';
import { createCookieJar } from './cookie-jar.ts';

it('keeps a cookie for its time and its path', () => {
  let now = 0;
  const jar = createCookieJar(() => now);
  jar.take([
    '__Host-session=a=b; Path=/; Max-Age=10; HttpOnly; Secure',
    'console=c; Path=/console',
    'old=x; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
  ]);
  expect(jar.header('/')).toBe('__Host-session=a=b');
  expect(jar.header('/console/sign-in')).toBe('__Host-session=a=b; console=c');
  expect(jar.header('/consoles')).toBe('__Host-session=a=b');
  jar.take(['__Host-session=; Max-Age=0; Path=/']);
  expect(jar.header('/')).toBeUndefined();
  now = 10_000;
  jar.take(['theme=dark; Max-Age=5']);
  now = 15_000;
  expect(jar.header('/')).toBeUndefined();
});
