import { singletonsOf } from '@tallystick/build/singletons';
import { expect, it } from 'vitest';
import { inProject, root } from '../project.ts';
import { importsOf } from './imports.ts';
import { isCode, readSources } from './source-files.ts';

// What a page of an earlier React gets (docs/decisions/0064): of what is bound to React a copy, of all else the page's.

const sources = readSources(root).filter(isCode);
const importsIn = (path: string) =>
  sources
    .filter((file) => file.path === path)
    .flatMap(({ text }) => importsOf(text).map(({ specifier }) => specifier));

/** What the kit bundles for any shell, by the names that builds ask for. */
const ofAnyShell = sources
  .filter(({ path }) => path === 'platform/shell-kit/src/earlier-react/bundled.ts')
  .flatMap(({ text }) =>
    [...text.matchAll(/'(@tallystick\/[^']+)':/g)].map(([, name = '']) => name),
  );

it('every singleton has a copy that is bound to the earlier React, or knows no React', () => {
  const copied = [
    ...importsIn('shell/src/earlier-react/bundled/bundled.ts'),
    ...importsIn('platform/shell-kit/src/earlier-react/bundled.ts'),
    ...ofAnyShell,
  ];
  const requests = singletonsOf(inProject('shell')).map(({ request }) => request);
  expect(requests.filter((request) => !copied.includes(request))).toEqual([
    'react/compiler-runtime',
    'jotai/vanilla',
    '@tallystick/shared/api',
    '@tallystick/shared/site',
  ]);
});

it('what a page has once, whatever its React, imports no React', () => {
  const ofPage = sources.filter(({ path }) => path.endsWith('-of-page.ts'));
  expect(ofPage.map(({ path }) => path)).toEqual([
    'platform/shell-kit/src/settings/values-of-page.ts',
    'shared/src/realtime/feed-of-page.ts',
    'shared/src/session/session-of-page.ts',
  ]);
  const bound = /^(react|jotai$|react-router)|\.tsx$/;
  expect(
    ofPage.flatMap(({ path }) => importsIn(path).filter((request) => bound.test(request))),
  ).toEqual([]);
});
