// @vitest-environment jsdom
import type { LoadableBuild } from '@tallystick/shared/contracts/release';
import { beforeEach, expect, it } from 'vitest';
import { loadStyle } from './load-file.ts';

const remote: LoadableBuild = {
  name: 'mfe-note',
  build: '1.0.0-aaaaaaaaaaaa',
  base: '/artifacts/mfe-note/1.0.0-aaaaaaaaaaaa/',
  declaration: { name: 'mfe-note', title: 'Notes', routes: [], menu: [] },
  files: { 'a.css': `sha384-${'A'.repeat(64)}` },
  manifest: {},
};
const links = () => [...document.querySelectorAll('link')];
const tell = (type: 'load' | 'error') => links()[0]?.dispatchEvent(new Event(type));

beforeEach(() => {
  for (const link of links()) link.remove();
});

it('waits for a style that is on its way for something else, and fails with it', async () => {
  const asked = [1, 2].map(() => loadStyle(remote, 'a.css', 60_000));
  const outcome = Promise.allSettled(asked);
  expect(links()).toHaveLength(1);
  tell('error');
  expect((await outcome).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(links()).toHaveLength(0);
});

it('asks once more for a style that did not come, and keeps one that has', async () => {
  const failed = loadStyle(remote, 'a.css', 60_000);
  tell('error');
  await expect(failed).rejects.toThrow('did not load');
  const came = loadStyle(remote, 'a.css', 60_000);
  tell('load');
  await came;
  await loadStyle(remote, 'a.css', 60_000);
  expect(links()).toHaveLength(1);
});
