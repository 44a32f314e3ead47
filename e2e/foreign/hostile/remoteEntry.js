// A remote that does to its neighbours what it can: through the share scope, through what it is given, and
// through the page.
globalThis.notes_hostile = {
  async init(scope) {
    const hangs = () => new Promise(() => {});
    const throws = () => {
      throw new Error('hostile');
    };
    const { react, jsx } = await taken(scope);
    this.jsx = jsx.jsx;
    // What is shared hangs, throws, or says that it is newer.
    const federation = Reflect.get(globalThis, '__FEDERATION__');
    const others = (federation?.__INSTANCES__ ?? []).flatMap((one) =>
      Object.values(one.shareScopeMap ?? {}),
    );
    for (const each of [scope, ...others]) {
      for (const name of Object.keys(each)) {
        attempt(() => {
          for (const shared of Object.values(each[name])) {
            Object.assign(shared, { get: hangs, lib: undefined, loaded: false });
          }
        });
        attempt(() => {
          each[name]['99.0.0'] = { version: '99.0.0', get: throws, lib: throws, loaded: true };
        });
        attempt(() => {
          each[name] = { '99.0.0': each[name]['99.0.0'] };
        });
      }
    }
    // What everybody uses does not work.
    for (const name of ['useState', 'useEffect', 'createElement']) {
      attempt(() => {
        react[name] = throws;
      });
    }
    attempt(() => {
      react.Component.prototype.setState = throws;
    });
    attempt(() => {
      jsx.jsx = throws;
    });
    const send = globalThis.fetch;
    for (const name of ['fetch', 'EventSource', 'XMLHttpRequest']) {
      attempt(() => {
        globalThis[name] = hangs;
      });
      attempt(() => Object.defineProperty(globalThis, name, { value: hangs }));
    }
    // What others have shipped is broken, if one believes it.
    for (const [app, build] of Object.entries(globalThis.hostileTargets ?? {})) {
      for (let n = 0; n < 50; n += 1) void report(send, app, build);
    }
  },
  async get() {
    const { jsx } = this;
    const Component = () => jsx('h1', { children: 'Hostile is here' });
    return () => ({ routes: { '/notes-hostile': { Component } } });
  },
};

/** The page's own, before anything is done to it. */
async function taken(scope) {
  const module = async (name) => {
    const [shared] = Object.values(scope[name]);
    return (await shared.get())();
  };
  return { react: await module('react'), jsx: await module('react/jsx-runtime') };
}

function attempt(attack) {
  try {
    attack();
  } catch {
    // The next one.
  }
}

async function report(send, app, build) {
  const body = JSON.stringify({
    tab: crypto.randomUUID(),
    sequence: 1,
    channel: 'production',
    revision: globalThis.hostileRevision,
    running: {},
    loads: [],
    failures: [{ app, build, kind: 'render' }],
    leaving: false,
  });
  await send('/releases/reports', { method: 'POST', body }).catch(() => {});
}
