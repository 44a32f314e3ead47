import { describe, expect, it } from 'vitest';
import { fits, pick } from './pick.ts';

describe('a version fits', () => {
  it.each([
    ['19.3.1', '^19.3.1'],
    ['19.4.0', '^19.3.1'],
    ['19.10.0', '^19.9.9'],
    ['0.3.7', '^0.3.1'],
    ['0.0.4', '^0.0.4'],
    ['0.0.0', '^0.0.0'],
    ['20.0.0-beta.1', '20.0.0-beta.1'],
    ['1.2.3', '1.2.3'],
  ])('%s in %s', (version, range) => {
    expect(fits(version, range)).toBe(true);
  });

  it.each([
    ['19.3.0', '^19.3.1'],
    ['20.0.0', '^19.3.1'],
    ['18.9.9', '^19.3.1'],
    ['0.4.0', '^0.3.1'],
    ['0.0.5', '^0.0.4'],
    ['19.4.0-rc.1', '^19.3.1'],
    ['1.2.4', '1.2.3'],
    ['1.2.3', '~1.2.3'],
    ['1.2.3', '>=1'],
    ['1.2.3', ''],
    ['latest', '^1.0.0'],
  ])('%s not in %s', (version, range) => {
    expect(fits(version, range)).toBe(false);
  });
});

describe('what is picked of a share scope', () => {
  const shared = (from: string) => ({ get: () => () => from, from, eager: true });
  const versions = { '1.9.0': shared('a'), '1.10.0': shared('b'), '2.0.0': shared('c') };

  it('is the highest version that fits', () => {
    expect(pick(versions, '^1.2.0')).toEqual({ ok: true, shared: versions['1.10.0'] });
    expect(pick(versions, false)).toEqual({ ok: true, shared: versions['2.0.0'] });
  });

  it('is none rather than a wrong one, and it says which there are', () => {
    expect(pick(versions, '^3.0.0')).toEqual({
      ok: false,
      problem: 'is shared as 1.9.0, 1.10.0, 2.0.0, but ^3.0.0 is needed',
    });
    expect(pick({}, '^3.0.0')).toEqual({
      ok: false,
      problem: 'is not shared here (needs ^3.0.0)',
    });
  });
});
