import fc from 'fast-check';

/** What a page must never take for its own: found unescaped in HTML, or run, it says so. */
export const planted = '<img src=x onerror="window.hostile=1"><script>window.hostile=1</script>';

/** Text that has broken programs before. */
export const hostileTexts: readonly string[] = [
  planted,
  `"><svg onload=window.hostile=1>`,
  `javascript:window.hostile=1`,
  '</script><script>window.hostile=1</script>',
  '{{constructor.constructor("window.hostile=1")()}}',
  '$' + '{7*7}',
  "'; drop table transfer; --",
  "' or 1=1 --",
  '\u0000',
  'a\u0000b',
  '\u202egnp.exe\u202c',
  '\u2066\u2067\u2068left open',
  '\u200f\u061c',
  '\ud800',
  '\udfff\ud800',
  '\ufeff\ufffe\uffff',
  'Z\u0351\u036b\u0343'.repeat(200),
  '👩‍👩‍👧‍👦'.repeat(50),
  'İıſK',
  '../../../../etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd',
  '%00',
  '%',
  '%zz',
  '%c0%af',
  '\\',
  '\r\nset-cookie: hostile=1',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '-0',
  '1e999',
  'NaN',
  '2147483648',
  '99999999999',
  '9007199254740993',
  '99999999999999999999999999',
  '-1',
  '0x10',
  ' ',
  '',
];

/** Text of any kind: known to be bad, random, or long (up to a megabyte, rarely). */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 20, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 20, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 8, arbitrary: fc.constantFrom('a'.repeat(5_000), '\u202e'.repeat(3_000)) },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(1_048_576), '"'.repeat(600_000)) },
);
