import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findRedirect } from './find-redirect.ts';
import { findRoute } from './find-route.ts';
import { redirectProblem } from './redirect-problem.ts';
import { tries } from './testing/proof.testing.ts';

const routes = ['/', '/memos', '/memos/:memo', '/app/*'].map((path) => ({
  path,
  page: 'Memos',
}));
const problemOf = (from: string, to: string, ...before: string[]) =>
  redirectProblem(
    { from, to },
    before.map((one) => ({ from: one, to: '/memos' })),
    routes,
    {
      approved: [],
      ownSegments: ['contact'],
    },
  );

it.each([
  ['/notes', '/memos'],
  ['/notes/:id', '/memos/:id'],
  ['/notes/:id/:part', '/memos/:id'],
  ['/notes/*', '/app/*'],
  ['/notes/*', '/'],
])('%s may lead to %s', (from, to) => {
  expect(problemOf(from, to)).toBeNull();
});

it.each([
  [
    '/notes',
    'https://elsewhere.test/',
    'leads to "https://elsewhere.test/", which is no route of this remote',
  ],
  ['/notes', '//elsewhere.test', 'leads to "//elsewhere.test", which is no route of this remote'],
  ['/notes', '/plans', 'leads to "/plans", which is no route of this remote'],
  ['/notes/:id', '/notes/:id', 'leads to "/notes/:id", which is no route of this remote'],
  ['/memos/:id', '/memos', 'takes addresses of the route /memos/:memo'],
  ['/app/old', '/memos', 'takes addresses of the route /app/*'],
  ['/notes', '/memos/:id', 'leads to /memos/:id, and nothing says what its :id is'],
  ['/notes', '/app/*', 'leads to /app/*, and takes nothing that would stand for its *'],
  ['/Contact', '/memos', 'begins with "Contact", which belongs to the site itself'],
  ['/api/x', '/memos', 'begins with "api", which belongs to the site itself'],
  ['notes', '/memos', 'does not begin with a slash'],
  ['/:team/plan', '/memos', expect.stringContaining('no manager has approved it')],
])('%s may not lead to %s', (from, to, problem) => {
  const what = `the redirect from ${JSON.stringify(from)} `;
  const said = problemOf(from, to);
  expect(said?.startsWith(what)).toBe(true);
  expect(said?.slice(what.length)).toEqual(problem);
});

it('is declared once for an address', () => {
  expect(problemOf('/notes/:a', '/memos', '/notes/:b')).toBe(
    'the redirects from /notes/:b and /notes/:a are the same',
  );
});

const paths = fc
  .array(fc.constantFrom('a', 'b', ':x', ':y', '*'), { minLength: 1, maxLength: 3 })
  .map((segments) => `/${segments.join('/')}`);
it('leads to a page, and never on', () => {
  const pairs = fc.array(fc.record({ from: paths, to: paths }), { maxLength: 4 });
  const addresses = fc
    .array(fc.constantFrom('a', 'b', 'c', '%2F'), { maxLength: 4 })
    .map((segments) => `/${segments.join('/')}`);
  fc.assert(
    fc.property(fc.array(paths, { maxLength: 4 }), pairs, addresses, (declared, given, address) => {
      const own = declared.map((path) => ({ path, page: 'Page' }));
      const redirects = given.filter(
        (one, at) => redirectProblem(one, given.slice(0, at), own, { approved: null }) === null,
      );
      const remotes = [{ declaration: { redirects } }];
      const to = findRedirect(remotes, address);
      if (to === null) return;
      expect(findRoute(own, address)).toBeNull();
      expect(findRoute(own, to)).not.toBeNull();
      expect(findRedirect(remotes, to)).toBeNull();
    }),
    { numRuns: tries(2_000) },
  );
});
