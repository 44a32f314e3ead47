import { expect, it } from 'vitest';
import { loadPage } from './load-page.ts';
import { noteRelease } from './note-release.testing.ts';
import { noteRevision, testSite } from './site.testing.tsx';

const build = '1.0.0-aaaaaaaaaaaa';
const layout = { main: { size: 'mini' as const } };

function load(read: () => Promise<ReturnType<typeof noteRelease>>) {
  const release = noteRevision(1, [noteRelease(build, [{ path: '/notes', page: 'Notes' }])]);
  const site = testSite(release, { [build]: { '/notes': { Component: () => null } } });
  const url = new URL('http://site.test/notes');
  return loadPage(
    { ...site, readBuild: async () => ({ ...(await read()), files: {}, manifest: {} }) },
    { url, request: new Request(url), pattern: '*', params: {}, context: {} },
  );
}

it('looks as its build’s attestation says, where the release has an outline', async () => {
  const whole = noteRelease(build, [{ path: '/notes', page: 'Notes', layout }]);
  expect(await load(async () => whole)).toMatchObject({ page: { title: 'Notes', layout } });
});

it('has the default layout where the attestation does not come', async () => {
  const loaded = await load(() => Promise.reject(new Error('away')));
  expect(loaded).toMatchObject({ page: { title: 'Notes', layout: undefined } });
});
