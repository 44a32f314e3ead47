// @vitest-environment jsdom
import type { LoadableBuild } from '@tallystick/contract/release';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadModuleFile, loadScript, loadStyle } from './load-file.ts';

const remote: LoadableBuild = {
  name: 'mfe-note',
  build: '1.0.0-aaaaaaaaaaaa',
  base: '/artifacts/mfe-note/1.0.0-aaaaaaaaaaaa/',
  declaration: { name: 'mfe-note', title: 'Notes', routes: [], menu: [] },
  files: Object.fromEntries(['a.css', 'a.js'].map((file) => [file, `sha384-${'A'.repeat(64)}`])),
  manifest: {},
};
const links = () => [...document.querySelectorAll('link')];
const tell = (type: 'load' | 'error') => links()[0]?.dispatchEvent(new Event(type));

beforeEach(() => {
  document.head.replaceChildren();
});

it('waits for a style that is on its way for something else, and fails with it', async () => {
  const asked = [1, 2].map(() => loadStyle(remote, 'a.css'));
  const outcome = Promise.allSettled(asked);
  expect(links()).toHaveLength(1);
  tell('error');
  expect((await outcome).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(links()).toHaveLength(0);
});

it('asks once more for a style that did not come, and keeps one that has', async () => {
  const failed = loadStyle(remote, 'a.css');
  tell('error');
  await expect(failed).rejects.toThrow('did not load');
  const came = loadStyle(remote, 'a.css');
  tell('load');
  await came;
  await loadStyle(remote, 'a.css');
  expect(links()).toHaveLength(1);
});

it('does not wait for a script that takes too long, and leaves nothing of it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const late = expect(loadScript(remote, 'a.js')).rejects.toThrow('takes too long');
  await vi.advanceTimersByTimeAsync(20_000);
  await late;
  vi.useRealTimers();
  expect(document.querySelector('script')).toBeNull();
});

describe('a module', () => {
  const asked = vi.fn<typeof fetch>();
  beforeEach(() => {
    asked.mockReset().mockResolvedValue(new Response(''));
    vi.stubGlobal('fetch', asked);
  });
  afterEach(() => vi.unstubAllGlobals());

  function mapOf(file: string): void {
    const map = document.createElement('script');
    map.type = 'importmap';
    map.append(JSON.stringify({ integrity: { [remote.base + file]: remote.files[file] } }));
    document.head.append(map);
  }

  it('of which the page has the hash is preloaded, and that is all', async () => {
    mapOf('a.js');
    const loaded = loadModuleFile(remote, 'a.js');
    expect(links()[0]).toMatchObject({ rel: 'modulepreload', integrity: remote.files['a.js'] });
    tell('load');
    await loaded;
    expect(asked).not.toHaveBeenCalled();
  });

  it('of a build that was released since is checked by a fetch, too, as WebKit checks no preload', async () => {
    mapOf('of-another.js');
    const loaded = loadModuleFile(remote, 'a.js');
    tell('load');
    await loaded;
    const address = `${location.origin}${remote.base}a.js`;
    expect(asked.mock.calls).toEqual([[address, { integrity: remote.files['a.js'] }]]);
    asked.mockRejectedValue(new TypeError('another hash'));
    const changed = loadModuleFile(remote, 'a.js');
    tell('load');
    await expect(changed).rejects.toThrow('another hash');
  });
});
