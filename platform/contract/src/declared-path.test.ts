import fc from 'fast-check';
import { matchRoutes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { pathProblem, shareAddress, takesAll } from './declared-path.ts';
import { patternOf } from './path-pattern.ts';
import { tries } from './testing/proof.testing.ts';

const words = fc.constantFrom('a', 'A', 'notes', 'new', 'x_y', 'z~1', '9-b');
const names = fc.constantFrom(':id', ':name');
const paths = fc
  .tuple(fc.oneof(words, names), fc.uniqueArray(fc.oneof(words, names), { maxLength: 3 }))
  .chain(([first, rest]) => {
    const path = `/${[first, ...rest].join('/')}`;
    return fc.constantFrom(path, `${path}/*`);
  });
const declared = fc
  .oneof(paths, fc.constant('/'))
  .filter((path) => pathProblem(path, null) === null);

/** An address as somebody may write it: in any case, escaped, with slashes at its end or doubled. */
const writings: readonly ((segment: string) => string)[] = [
  (segment) => segment,
  (segment) => segment.toUpperCase(),
  (segment) => segment.replace(/^\w/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
];
const addresses = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.oneof(words, fc.constantFrom('7', 'id', '%2F', 'é', '.', '..', '?', '*')),
        fc.constantFrom(...writings),
      ),
      {
        maxLength: 4,
      },
    ),
    fc.constantFrom('', '/', '//', '?q=a', '#a'),
    fc.constantFrom('/', '//'),
  )
  .map(
    ([segments, end, start]) =>
      start + segments.map(([word, write]) => write(word)).join('/') + end,
  )
  .map((address) => new URL(`http://site.test${address}`).pathname);

const matches = (path: string, address: string) => matchRoutes([{ path }], address) !== null;

it('says that two paths share an address wherever the router finds one', () => {
  fc.assert(
    fc.property(declared, declared, addresses, (one, other, address) => {
      if (matches(one, address) && matches(other, address)) {
        expect(shareAddress(one, other)).toBe(true);
      }
    }),
    { numRuns: tries(4_000) },
  );
});

it('says so only where there is one', () => {
  fc.assert(
    fc.property(declared, declared, (one, other) => {
      if (!shareAddress(one, other)) return;
      const [these, those] = [patternOf(one).segments, patternOf(other).segments];
      const longer = these.length > those.length ? these : those;
      const address = `/${longer
        .map((_, at) => [these[at], those[at], 'any'].find((one) => one && !one.startsWith(':')))
        .join('/')}`;
      expect(matches(one, address) && matches(other, address)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

it('takes the router at its word: an address of no accepted path is nobody’s', () => {
  expect(matches('/assets', '//assets')).toBe(false);
  expect(matches('/assets', '/%61ssets/')).toBe(true);
});

it('says that a path takes all of another only where the router agrees', () => {
  fc.assert(
    fc.property(declared, declared, addresses, (one, other, address) => {
      if (takesAll(one, other) && matches(other, address)) {
        expect(matches(one, address)).toBe(true);
      }
    }),
    { numRuns: tries(4_000) },
  );
});

it.each([
  ['/notes/:id', '/notes/:name', true],
  ['/notes/:id', '/notes/new', true],
  ['/notes/new', '/notes/:id', false],
  ['/notes/*', '/notes', true],
  ['/notes/*', '/notes/:id/*', true],
  ['/notes/:id', '/notes/*', false],
  ['/', '/', true],
  ['/', '/notes', false],
])('%s takes all of %s: %s', (one, other, answer) => {
  expect(takesAll(one, other)).toBe(answer);
});
