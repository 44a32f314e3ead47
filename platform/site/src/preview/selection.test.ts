import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSelection, pathOf } from './selection.ts';

const build = '1.2.3-aaaaaaaaaaaa';

describe('what a URL asks to look at', () => {
  it.each([
    ['/assets?page=2&revision=7', { channel: 'production', revision: 7, builds: {} }],
    [`/?preview=mfe-note@${build}`, { channel: 'production', builds: { 'mfe-note': build } }],
    [
      `/?preview=mfe-note@${build}&revision=3&preview=shell@2.0.0-beta.1-bbbbbbbbbbbb`,
      {
        channel: 'production',
        revision: 3,
        builds: { 'mfe-note': build, shell: '2.0.0-beta.1-bbbbbbbbbbbb' },
      },
    ],
  ])('is read from %s', (url, selected) => {
    expect(parseSelection(url, 'production')).toEqual(selected);
  });

  it.each([
    '/',
    '/?page=2',
    'revision=7',
    '/?revision=',
    '/?revision=0',
    '/?revision=-1',
    '/?revision=1e3',
    '/?revision=99999999999',
    '/?preview=mfe-note',
    '/?preview=mfe-note@latest',
    `/?preview=mfe-note@${build}@x`,
    `/?preview=../x@${build}`,
  ])('is nothing in %s', (url) => {
    expect(parseSelection(url, 'production')).toBeNull();
  });

  it('is what the path of a preview says', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,10}$/);
    const id = fc.stringMatching(/^[1-9]\.\d\.\d-[0-9a-f]{12}$/);
    const builds = fc.dictionary(name, id, { minKeys: 1, maxKeys: 3, noNullPrototype: true });
    const target = fc.oneof(
      fc.record({ channel: fc.constant('next'), revision: fc.integer({ min: 1, max: 10 ** 8 }) }),
      fc.record({ channel: fc.constant('next'), builds }),
    );
    fc.assert(
      fc.property(target, (given) => {
        const selected = { builds: {}, ...given };
        expect(parseSelection(pathOf(selected), 'next')).toEqual(selected);
      }),
    );
  });
});
