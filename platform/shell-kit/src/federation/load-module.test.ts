// @vitest-environment jsdom
import { createInstance, init, type ModuleFederation } from '@module-federation/enhanced/runtime';
import type { LoadableBuild } from '@tallystick/contract/release';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createModuleLoader } from './load-module.ts';
import { readManifest } from './manifest.ts';

type ShareScope = ModuleFederation['shareScopeMap'][string];

const integrity = (letter: string) => `sha384-${letter.repeat(64)}`;
let builds = 0;

/** A build of its own for each test: containers stay in the page. */
function release(change: { files?: Record<string, string>; manifest?: object } = {}) {
  builds += 1;
  const globalName = `mfe_note_${builds}`;
  const base = `/artifacts/mfe-note/1.0.${builds}-aaaaaaaaaaaa/`;
  const assets = { js: { sync: ['routes.js'] }, css: { sync: ['routes.css'] } };
  const remote: LoadableBuild = {
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
      name: globalName,
      metaData: { globalName, remoteEntry: { name: 'remote-entry.js' } },
      exposes: [{ path: './routes', assets }],
      ...change.manifest,
    },
  };
  return { remote, globalName, base };
}

class Component {
  setState() {
    return 'kept';
  }
}
const react = { useState: () => 'kept', Component, internals: { current: 0 } };

// What the build plugin does in the shell.
init({
  name: 'shell',
  remotes: [],
  shared: {
    react: { version: '19.3.1', lib: () => react, shareConfig: { requiredVersion: '^19.3.1' } },
  },
});
const loadModule = createModuleLoader({
  shares: async () => ({}),
  inThisReact: async (_manifest, module) => module,
});
const asked = () => [...document.head.querySelectorAll<HTMLElement>('script, link')];
const address = (element: HTMLElement) =>
  element.getAttribute('src') ?? element.getAttribute('href');
const fileOf = (element: HTMLElement) => address(element)?.split('/').at(-1);

/** Lets what the page has asked for come, as the browser would report it, but for the `failing`. */
async function arrive(failing: readonly string[] = []): Promise<void> {
  await expect.poll(asked).not.toHaveLength(0);
  for (const element of asked()) {
    const fails = failing.includes(fileOf(element) ?? '');
    element.dispatchEvent(new Event(fails ? 'error' : 'load'));
  }
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

describe('loading a remote’s module', () => {
  it('asks for everything it needs at once, each with its hash', async () => {
    const { remote, globalName, base } = release();
    const loaded = loadModule(remote, './routes');
    await expect.poll(asked).toHaveLength(3);
    expect(asked().map((element) => [address(element), Reflect.get(element, 'integrity')])).toEqual(
      [
        [`${location.origin}${base}remote-entry.js`, integrity('a')],
        [`${location.origin}${base}routes.js`, integrity('b')],
        [`${location.origin}${base}routes.css`, integrity('c')],
      ],
    );
    for (const element of asked()) expect(element).toMatchObject({ crossOrigin: 'anonymous' });
    Reflect.set(globalThis, globalName, { init: () => {}, get: async () => () => 'module' });
    await arrive();
    expect(await loaded).toBe('module');
  });

  it('gives the container the singletons and takes its routes; only its styles stay', async () => {
    const { remote, globalName } = release();
    const initialize = vi.fn();
    const loaded = loadModule(remote, './routes');
    Reflect.set(globalThis, globalName, {
      init: initialize,
      get: async (name: string) => () => ({ name }),
    });
    await arrive();
    expect(await loaded).toEqual({ name: './routes' });
    expect(initialize.mock.lastCall?.[0]).toMatchObject({ react: { '19.3.1': { from: 'shell' } } });
    expect(asked().map(fileOf)).toEqual(['routes.css']);
  });

  it('brings something else that the build exposes, with its own files and their hashes', async () => {
    const card = { js: { sync: ['card.js'] }, css: { sync: ['card.css'] } };
    const { remote, globalName } = release({
      files: { 'card.js': integrity('d'), 'card.css': integrity('e') },
    });
    const { exposes } = readManifest(remote);
    const withCard = [...exposes, { path: './card', assets: card }];
    const build = { ...remote, manifest: { ...remote.manifest, exposes: withCard } };
    const container = { init: () => {}, get: async (name: string) => () => ({ name }) };
    const loaded = loadModule(build, './card');
    await expect
      .poll(() => asked().map(fileOf))
      .toEqual(['remote-entry.js', 'card.js', 'card.css']);
    Reflect.set(globalThis, globalName, container);
    await arrive();
    expect(await loaded).toEqual({ name: './card' });
    const pages = loadModule(build, './routes');
    await expect
      .poll(() => asked().map((file) => [fileOf(file), Reflect.get(file, 'integrity')]))
      .toEqual([
        ['card.css', integrity('e')],
        ['routes.js', integrity('b')],
        ['routes.css', integrity('c')],
      ]);
    await arrive();
    expect(await pages).toEqual({ name: './routes' });
  });

  it.each(['remote-entry.js', 'routes.js', 'routes.css'])(
    'fails if %s does not load, and gets it when it is tried again',
    async (file) => {
      const { remote, globalName } = release();
      const failing = expect(loadModule(remote, './routes')).rejects.toThrow(
        `${file} did not load`,
      );
      await arrive([file]);
      await failing;
      expect(asked().map(fileOf)).not.toContain(file);
      const again = loadModule(remote, './routes');
      await expect.poll(() => asked().map(fileOf)).toContain(file);
      Reflect.set(globalThis, globalName, { init: () => {}, get: async () => () => 'module' });
      await arrive();
      expect(await again).toBe('module');
    },
  );

  it.each(['remote-entry.js', 'routes.js', 'routes.css'])(
    'fails if %s does not come in 20 s',
    async (late) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const slow = expect(loadModule(release().remote, './routes')).rejects.toMatchObject({
        code: 'slow',
        message: expect.stringContaining(`${late} takes too long`),
      });
      await vi.advanceTimersByTimeAsync(0);
      for (const element of asked()) {
        if (fileOf(element) !== late) element.dispatchEvent(new Event('load'));
      }
      await vi.advanceTimersByTimeAsync(20_000);
      await slow;
      expect(asked().map(fileOf)).not.toContain(late);
    },
  );

  it('starts no module while another file of the build is not what it should be', async () => {
    vi.stubGlobal('fetch', async () => new Response());
    const remoteEntry = { name: 'remote-entry.js', type: 'module' };
    const { remote } = release({ manifest: { metaData: { globalName: '', remoteEntry } } });
    const failing = expect(loadModule(remote, './routes')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('routes.js did not load'),
    });
    await arrive(['routes.js']);
    await failing;
  });

  it('fails if its code does not begin in 20 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { remote, globalName } = release();
    const slow = expect(loadModule(remote, './routes')).rejects.toMatchObject({ code: 'slow' });
    Reflect.set(globalThis, globalName, { init: () => {}, get: () => new Promise(() => {}) });
    await vi.advanceTimersByTimeAsync(0);
    for (const element of asked()) element.dispatchEvent(new Event('load'));
    await vi.advanceTimersByTimeAsync(20_000);
    await slow;
  });

  it.each([
    ['does not take the singletons', { init: () => Promise.reject(new Error('oh')) }],
    ['throws as it begins', { get: async () => () => Promise.reject(new Error('oh')) }],
  ])('fails if what came %s', async (_what, part) => {
    const { remote, globalName } = release();
    const failing = expect(loadModule(remote, './routes')).rejects.toMatchObject({
      code: 'incomplete',
      cause: { message: expect.stringContaining('oh') },
    });
    Reflect.set(globalThis, globalName, {
      init: () => {},
      get: async () => () => 'module',
      ...part,
    });
    await arrive();
    await failing;
  });

  it('says what its code threw as it began, and in which file', async () => {
    const { remote, globalName, base } = release();
    const failing = expect(loadModule(remote, './routes')).rejects.toMatchObject({
      message: `${location.origin}${base}remote-entry.js stopped as it began: Policy "x" disallowed (News.js:1)`,
    });
    const thrown = new TypeError('Policy "x" disallowed');
    thrown.stack = `TypeError: Policy "x" disallowed\n    at ${location.origin}${base}assets/News.js:1:23`;
    Reflect.set(globalThis, globalName, {
      init: () => {},
      get: async () => () => Promise.reject(thrown),
    });
    await arrive();
    await failing;
  });

  it('fails if it does not take the singletons in 20 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { remote, globalName } = release();
    const slow = expect(loadModule(remote, './routes')).rejects.toMatchObject({ code: 'slow' });
    Reflect.set(globalThis, globalName, { init: () => new Promise(() => {}), get: vi.fn() });
    await vi.advanceTimersByTimeAsync(0);
    for (const element of asked()) element.dispatchEvent(new Event('load'));
    await vi.advanceTimersByTimeAsync(20_000);
    await slow;
  });

  it('says which singleton it needs in another version', async () => {
    const { remote, globalName } = release();
    const failing = expect(loadModule(remote, './routes')).rejects.toMatchObject({
      code: 'misfit',
      message: expect.stringContaining('react'),
    });
    // What a remote's own code does, as the build plugin writes it.
    const instance = createInstance({ name: globalName, remotes: [] });
    const shareConfig = { singleton: true, strictVersion: true, requiredVersion: '^20.0.0' };
    Reflect.set(globalThis, globalName, {
      init: (scope: ShareScope) => instance.initShareScopeMap('default', scope),
      get: () => instance.loadShare('react', { customShareInfo: { shareConfig } }),
    });
    await arrive();
    await failing;
  });

  describe('a share scope of its own', () => {
    /** Loads a build whose container does this with its share scope, and answers what that returned. */
    async function inScope<Result>(use: (scope: ShareScope) => Result): Promise<Result> {
      const { remote, globalName } = release();
      const results: Result[] = [];
      const loaded = loadModule(remote, './routes');
      Reflect.set(globalThis, globalName, {
        init: (scope: ShareScope) => void results.push(use(scope)),
        get: async () => () => 'module',
      });
      await arrive();
      await loaded;
      const [result] = results;
      if (result === undefined) throw new Error('it was given no share scope');
      return result;
    }
    const shared = (lib: () => unknown) => ({
      version: '99.0.0',
      get: async () => lib,
      lib,
      shareConfig: { requiredVersion: '*' },
      scope: ['default'],
      useIn: [],
      from: 'hostile',
      deps: [],
      strategy: 'version-first' as const,
    });
    const hostile = shared(() => ({ useState: () => 'hostile' }));

    it('keeps the platform’s singletons, whatever is written over them', async () => {
      const names = await inScope((scope) => {
        scope.react ??= {};
        scope.react['99.0.0'] = hostile;
        scope.react['19.3.1'] = hostile;
        delete scope.react['19.3.1'];
        scope.react = { '99.0.0': hostile };
        delete scope.react;
        return Object.keys(scope.react ?? {});
      });
      expect(names).toEqual(['19.3.1']);
    });

    it('shows a build nothing of what another one shared, overwrote or made hang', async () => {
      const own = await inScope((scope) => {
        scope.lodash = { '4.0.0': shared(() => 'its own') };
        const entry = scope.react?.['19.3.1'];
        if (entry !== undefined)
          Object.assign(entry, hostile, { get: () => new Promise(() => {}) });
        return Object.keys(scope);
      });
      expect(own).toContain('lodash');
      const next = await inScope((scope) => scope);
      expect(Object.keys(next)).toEqual(['react']);
      expect(next.react?.['19.3.1']).toMatchObject({ version: '19.3.1', from: 'shell' });
      expect((await next.react?.['19.3.1']?.get())?.()).toBe(react);
    });

    it('gives modules whose functions cannot be replaced, and whose state can change', async () => {
      const factory = await inScope(async (scope) => scope.react?.['19.3.1']?.get());
      expect(factory?.()).toBe(react);
      expect(() => Object.assign(react, { useState: () => 'hostile' })).toThrow(TypeError);
      const overwrite = () => Object.assign(Component.prototype, { setState: () => 'hostile' });
      expect(overwrite).toThrow(TypeError);
      react.internals.current = 1;
      expect([react.useState(), new Component().setState()]).toEqual(['kept', 'kept']);
    });

    it('lets old code inherit from a class that is shared', () => {
      function Old() {}
      Old.prototype = Object.create(Component.prototype);
      Old.prototype.constructor = Old;
      expect(Old.prototype.constructor).toBe(Old);
    });
  });

  it('fails if what came is no container', async () => {
    const failing = expect(loadModule(release().remote, './routes')).rejects.toThrow(
      'no container',
    );
    await arrive();
    await failing;
  });

  it.each([
    ['entry', { metaData: { globalName: 'x', remoteEntry: { name: 'other.js' } } }],
    [
      'style',
      { exposes: [{ path: './routes', assets: { js: { sync: [] }, css: { sync: ['x.css'] } } }] },
    ],
  ])('refuses a release whose %s has no hash', async (_what, manifest) => {
    await expect(loadModule(release({ manifest }).remote, './routes')).rejects.toThrow(
      'is not part of this release',
    );
  });

  it('refuses a manifest that is none', async () => {
    const { remote } = release();
    await expect(loadModule({ ...remote, manifest: {} }, './routes')).rejects.toThrow();
  });
});
