import { expect, it } from 'vitest';
import { readEnvironment } from './environment.ts';

const proxies = (TRUSTED_PROXIES: string) => readEnvironment({ TRUSTED_PROXIES });

it('reads which proxies are trusted', () => {
  expect(proxies('127.0.0.1, 10.0.0.0/8,::1,fd00::/8')).toMatchObject({
    ok: true,
    environment: { TRUSTED_PROXIES: ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'] },
  });
  expect(proxies('')).toMatchObject({ ok: true });
});

it.each(['yes', '1', '10.0.0.0/33', '10.0.0.0/8/8', '::1/129', '127.0.0.1,', '10.0.0.0/'])(
  'refuses %j as a list of proxies',
  (list) => {
    expect(proxies(list)).toEqual({
      ok: false,
      problem: `TRUSTED_PROXIES=${list} is not a list of addresses such as 127.0.0.1, 10.0.0.0/8`,
    });
  },
);
