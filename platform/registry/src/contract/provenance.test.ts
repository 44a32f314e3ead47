import { expect, it, vi } from 'vitest';
import { branchOf, buildNames, commitOf } from './provenance.ts';

const builds = ['0.1.0-aaaaaaaaaaaa', '0.1.0-bbbbbbbbbbbb', '0.1.0-cccccccccccc'];
const commit = '113bca9d0f';

it.each([
  ['by its commit', [{ commit, clean: true }], ['113bca9']],
  ['by its content where nobody knows the commit', [{ repository: 'org/notes' }], ['aaaaaaa']],
  [
    'by both where not all of it was in the commit',
    [{ commit, clean: false }],
    ['113bca9+aaaaaaa'],
  ],
  [
    'by both where another is of the same commit',
    [{ commit }, { commit }, { commit: 'feedface' }],
    ['113bca9+aaaaaaa', '113bca9+bbbbbbb', 'feedfac'],
  ],
])('a build is called %s', (_, origins, names) => {
  const known = origins.map((said, at) => ({
    ...{ app: 'notes', build: builds[at] ?? '' },
    provenance: { said },
  }));
  expect(known.map(({ build }) => buildNames(known)(build))).toEqual(names);
});

it('what was said of a commit counts only for the commit that the issuer vouches for', () => {
  const verified = { issuer: 'https://issuer.example', subject: 's', commit };
  const said = { commit, title: 'Totals', author: 'Maria', ref: 'main' };
  expect(commitOf({ verified, said })).toMatchObject({ commit, title: 'Totals', ref: 'main' });
  const other = commitOf({ verified, said: { ...said, commit: 'feedface' } });
  expect(other).toEqual(verified);
  expect(branchOf({ ref: 'refs/heads/feature/x' })).toBe('feature/x');
});

it('a build is named on Node 20, too, which has no Map.groupBy', () => {
  const groupBy = vi.spyOn(Map, 'groupBy').mockImplementation(() => {
    throw new TypeError('Map.groupBy is not a function');
  });
  const [build = ''] = builds;
  expect(buildNames([{ app: 'mfe-notes', build, provenance: { said: { commit } } }])(build)).toBe(
    '113bca9',
  );
  groupBy.mockRestore();
});
