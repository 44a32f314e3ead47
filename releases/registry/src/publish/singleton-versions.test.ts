import { describe, expect, it } from 'vitest';
import { buildOf } from '../registry.testing.ts';
import { type Provider, versionProblem } from './singleton-versions.ts';

const api = '@tallystick/shared/api';
function shell(n: number, version: string, ...exports: string[]): Provider {
  return { app: 'shell', build: buildOf(n), singletons: { [api]: { version, exports } } };
}
const known = shell(1, '1.2.0', 'call', 'ledger');

describe('a version of a singleton', () => {
  it.each([
    ['the same names', shell(2, '1.2.0', 'ledger', 'call')],
    ['a patch with the same names', shell(2, '1.2.1', 'call', 'ledger')],
    ['a minor one with more names', shell(2, '1.3.0', 'call', 'ledger', 'more')],
    ['a major one with other names', shell(2, '2.0.0', 'other')],
    ['an older minor one with fewer names', shell(2, '1.1.0', 'call')],
    ['nothing of it', { app: 'shell', build: buildOf(2), singletons: {} }],
  ])('tells the truth with %s', (_what, next) => {
    expect(versionProblem([known], next)).toBeNull();
  });

  it('does not where it is none', () => {
    expect(versionProblem([], shell(1, 'latest', 'call'))).toBe(
      `${api} latest: that is no version`,
    );
  });

  it.each([
    ['a name less', shell(2, '1.2.0', 'call'), 'ledger', 'major'],
    ['a name less in a minor one', shell(2, '1.3.0', 'call', 'more'), 'ledger', 'major'],
    ['a name more', shell(2, '1.2.0', 'call', 'ledger', 'more'), 'more', 'minor'],
    ['a name more in a patch', shell(2, '1.2.9', 'call', 'ledger', 'more'), 'more', 'minor'],
    ['a name that a later one lacks', shell(2, '1.1.0', 'call', 'old'), 'old', 'major'],
  ])('does not with %s', (_what, next, name, number) => {
    expect(versionProblem([shell(0, '0.9.0', 'x'), known], next)).toMatch(
      new RegExp(`^${name} of ${api} .*${known.build}: .* ${number} number$`),
    );
  });
});
