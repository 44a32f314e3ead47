import { isIP } from 'node:net';
import { isSafeAddress } from '@tallystick/contract/safe-address';
import * as v from 'valibot';

// Kinds of settings, each with the words that say what is wrong with a value.

export const matching = (pattern: RegExp, problem: string) =>
  v.pipe(v.string(), v.regex(pattern, problem));
export const numeric = (fallback: string, pattern: RegExp, problem: string) =>
  v.pipe(v.optional(matching(pattern, problem), fallback), v.transform(Number));
export const anyPort = v.pipe(
  matching(/^\d{1,5}$/, 'is not a port number'),
  v.transform(Number),
  v.minValue(1, 'is not a port number'),
  v.maxValue(65_535, 'is not a port number'),
);
export const port = (fallback: string) => v.optional(anyPort, fallback);
export const amount = (fallback: string) =>
  numeric(fallback, /^[1-9]\d{0,8}$/, 'is not a number of 1 or more');
export const percent = (fallback: string) =>
  v.pipe(
    numeric(fallback, /^\d{1,3}(\.\d{1,2})?$/, 'is not a number of percent'),
    v.gtValue(0, 'is not more than 0 percent'),
    v.maxValue(100, 'is more than 100 percent'),
  );
export const word = (fallback: string) =>
  v.pipe(v.optional(v.string(), fallback), v.minLength(1, 'is empty'));
export const origin = matching(
  /^https?:\/\/[^/?#]+$/,
  'is not an origin such as https://site.example',
);
export const safeAddress = (example: string, why = '') =>
  v.pipe(
    v.string(),
    v.url(`is not an address such as ${example}`),
    v.check(
      (address) => isSafeAddress(URL.parse(address) ?? { protocol: '', hostname: '' }),
      `must be https, or on this machine${why}`,
    ),
  );
export const oneOf = <const T extends readonly [string, ...string[]]>(
  options: T,
  fallback: T[number],
) => v.optional(v.picklist(options, `must be one of: ${options.join(', ')}`), fallback);

/** Longer ones do not fit into the system's address. */
export const socketPath = v.optional(
  matching(/^\/.{1,99}$/, 'is not an absolute path of at most 100 letters'),
);
export const postgres = matching(/^postgres(ql)?:\/\//, 'is not a postgres:// address');

const network = (text: string) => {
  const [address = '', bits, ...rest] = text.split('/');
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (rest.length > 0 || maxBits < 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits);
};

/** Addresses and networks, by commas. */
export const networks = v.pipe(
  v.string(),
  v.transform((list) => list.split(',').map((text) => text.trim())),
  v.check(
    (list) => list.every(network),
    'is not a list of addresses such as 127.0.0.1, 10.0.0.0/8',
  ),
);

/** Addresses that are https or on this machine, by commas; none where it is absent. */
export const addresses = v.pipe(
  v.optional(v.string(), ''),
  v.transform((list) => list.split(',').flatMap((text) => (text.trim() === '' ? [] : text.trim()))),
  v.check(
    (list) =>
      list.every((text) => isSafeAddress(URL.parse(text) ?? { protocol: '', hostname: '' })),
    'is not a list of addresses such as https://witness.example',
  ),
);

/** Ed25519 public keys in base64, by commas; none where it is absent. */
export const publicKeys = v.pipe(
  v.optional(v.string(), ''),
  v.transform((list) => list.split(',').flatMap((text) => (text.trim() === '' ? [] : text.trim()))),
  v.check(
    (list) => list.every((key) => /^[A-Za-z0-9+/]{43}=$/.test(key)),
    'is not a list of Ed25519 public keys, 32 bytes in base64 each',
  ),
);
