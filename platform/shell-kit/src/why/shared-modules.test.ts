import { expect, it } from 'vitest';
import { notTakenOf, sharedModules, versionsOf } from './shared-modules.ts';

const shell = versionsOf({
  react: { '19.3.1': {} },
  'react-dom': { '19.3.1': {} },
  jotai: { '2.0.0': {} },
});
const required = [
  { name: 'react', requiredVersion: '^19.0.0' },
  { name: 'jotai', requiredVersion: '^1.0.0' },
  { name: 'date-words', requiredVersion: false as const },
];

it('says whose copy of a module a build has', () => {
  expect(sharedModules(required, shell, {})).toEqual([
    { name: 'react', wants: '^19.0.0', from: 'shell', version: '19.3.1' },
    { name: 'jotai', wants: '^1.0.0', from: 'misfit', version: '2.0.0' },
    { name: 'date-words', wants: null, from: 'own', version: null },
  ]);
});

it('says that a build of before has React of before', () => {
  const before = [{ name: 'react', requiredVersion: '^18.0.0' }];
  expect(sharedModules(before, shell, versionsOf({ react: { '18.3.1': {} } }))).toEqual([
    { name: 'react', wants: '^18.0.0', from: 'earlier', version: '18.3.1' },
  ]);
});

it('says what a build does not take from the shell', () => {
  expect(notTakenOf(required, shell)).toEqual(['react-dom']);
});
