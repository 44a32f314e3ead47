// @vitest-environment jsdom
import type { RemoteRelease } from '@tallystick/shared/contracts/release';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadModule } from './container.ts';

const integrity = (letter: string) => `sha384-${letter.repeat(64)}`;
let builds = 0;

/** A build of its own for each test: containers stay in the page. */
function release(change: { files?: Record<string, string>; manifest?: object } = {}) {
  builds += 1;
  const globalName = `mfe_note_${builds}`;
  const base = `/artifacts/mfe-note/1.0.${builds}-aaaaaaaaaaaa/`;
  const assets = { js: { sync: ['routes.js'] }, css: { sync: ['routes.css'] } };
  const remote: RemoteRelease = {
    name: 'mfe-note',
    build: `1.0.${builds}-aaaaaaaaaaaa`,
    base,
    declaration: { name: 'mfe-note', title: 'Notes', routes: [], menu: [] },
    files: {
      'remote-entry.js': integrity('a'),
      'routes.js': integrity('b'),
      'routes.css': integrity('c'),
      ...change.files,
    },
    manifest: {
      metaData: { globalName, remoteEntry: { name: 'remote-entry.js' } },
      exposes: [{ path: './routes', assets }],
      ...change.manifest,
    },
  };
  return { remote, globalName, base };
}

const scope = { react: {} };
const withScope = () => Promise.resolve(scope);
const scripts = () => [...document.head.querySelectorAll('script')];

/** The script that the page asked for last, as the browser would report of it. */
async function arrives(type: 'load' | 'error'): Promise<void> {
  await vi.waitUntil(() => scripts().length > 0);
  scripts().at(-1)?.dispatchEvent(new Event(type));
}

afterEach(() => {
  vi.useRealTimers();
  document.head.replaceChildren();
});

describe('loading a remote’s module', () => {
  it('gives the container the singletons and takes its routes', async () => {
    const { remote, globalName, base } = release();
    const init = vi.fn();
    const module = { routes: {} };
    const loaded = loadModule(remote, withScope);
    expect(scripts()[0]).toMatchObject({ crossOrigin: 'anonymous', integrity: integrity('a') });
    expect(scripts()[0]?.getAttribute('src')).toBe(`${base}remote-entry.js`);
    vi.stubGlobal(globalName, { init, get: async (name: string) => () => ({ module, name }) });
    await arrives('load');
    expect(await loaded).toEqual({ module, name: './routes' });
    expect(init).toHaveBeenCalledWith(scope);
    expect(scripts()).toEqual([]);
  });

  it('asks for everything it needs at once, each with its hash, and never twice', async () => {
    const { remote, globalName, base } = release();
    const page = document.createElement('link');
    page.setAttribute('href', `${base}routes.js`);
    document.head.append(page);
    vi.stubGlobal(globalName, { init: () => {}, get: async () => () => 'module' });
    await loadModule(remote, withScope);
    await loadModule(remote, withScope);
    const links = [...document.head.querySelectorAll('link[rel=preload]')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual([`${base}routes.css`]);
    expect(links[0]).toMatchObject({ integrity: integrity('c'), crossOrigin: 'anonymous' });
  });

  it('loads the entry once for two who wait for it', async () => {
    const { remote, globalName } = release();
    const both = [loadModule(remote, withScope), loadModule(remote, withScope)];
    expect(scripts()).toHaveLength(1);
    vi.stubGlobal(globalName, { init: () => {}, get: async () => () => 'module' });
    await arrives('load');
    expect(await Promise.all(both)).toEqual(['module', 'module']);
  });

  it('fails if the entry does not load, and tries again when asked again', async () => {
    const { remote, globalName } = release();
    const failing = expect(loadModule(remote, withScope)).rejects.toThrow('did not load');
    await arrives('error');
    await failing;
    const again = loadModule(remote, withScope);
    vi.stubGlobal(globalName, { init: () => {}, get: async () => () => 'module' });
    await arrives('load');
    expect(await again).toBe('module');
  });

  it('fails if the entry does not come in time', async () => {
    vi.useFakeTimers();
    const failing = expect(loadModule(release().remote, withScope)).rejects.toThrow('too long');
    await vi.advanceTimersByTimeAsync(20_000);
    await failing;
    expect(scripts()).toEqual([]);
  });

  it('fails if what came is no container', async () => {
    const failing = expect(loadModule(release().remote, withScope)).rejects.toThrow('no container');
    await arrives('load');
    await failing;
  });

  it.each([
    ['entry', { manifest: { metaData: { globalName: 'x', remoteEntry: { name: 'other.js' } } } }],
    [
      'chunk',
      {
        manifest: {
          exposes: [{ path: './routes', assets: { js: { sync: ['x.js'] }, css: { sync: [] } } }],
        },
      },
    ],
  ])('refuses a release whose %s has no hash', async (_what, change) => {
    await expect(loadModule(release(change).remote, withScope)).rejects.toThrow(
      'is not part of this release',
    );
    expect(scripts()).toEqual([]);
  });

  it('refuses a manifest that is none', async () => {
    const { remote } = release();
    await expect(loadModule({ ...remote, manifest: {} }, withScope)).rejects.toThrow();
  });
});
