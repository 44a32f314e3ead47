import { expect, it } from 'vitest';
import { scopeOf } from './roles.ts';

const settings: Parameters<typeof scopeOf>[1] = {
  OIDC_ROLES: {
    ...{ ops: 'administrator', releases: 'manager', audit: 'viewer' },
    ...{ notes: ['mfe-notes'], memos: ['mfe-memos', 'mfe-notes'] },
  },
  OIDC_OTHERS: 'nobody',
};

it.each([
  [['audit', 'ops', 'releases'], { kind: 'manager' }],
  [['notes', 'releases'], { kind: 'manager', administers: false }],
  [['notes', 'memos'], { kind: 'publisher', app: 'mfe-notes', others: ['mfe-memos'] }],
  [['audit', 'notes'], { kind: 'publisher', app: 'mfe-notes' }],
  [['audit'], { kind: 'viewer' }],
  [['constructor', 'canteen'], null],
])('groups %j give %j', (groups, scope) => {
  expect(scopeOf(groups, settings)).toEqual(scope);
});

it('lets others look where the settings say so', () => {
  expect(scopeOf([], { OIDC_ROLES: {}, OIDC_OTHERS: 'viewer' })).toEqual({ kind: 'viewer' });
});
