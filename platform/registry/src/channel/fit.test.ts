import type { BuildContract } from '@tallystick/contract/build-contract';
import { describe, expect, it } from 'vitest';
import type { Traits } from '../contract/fit-beside.ts';
import { buildOf } from '../registry.testing.ts';
import { droppedPaths, looksOf, misfitsOf } from './fit.ts';

const [one, two] = [buildOf(1), buildOf(2)];

function remote(
  paths: readonly string[],
  needs: Record<string, string> = {},
  menu: readonly string[] = [],
): Traits {
  return {
    kind: 'remote',
    declaration: {
      name: 'x',
      title: 'X',
      routes: paths.map((path) => ({ path, page: 'X' })),
      menu: menu.map((name) => ({
        ...{ name, text: name, icon: 'dot', link: name },
        ...{ user: [], subs: [], actv: true, order: 1 },
      })),
    },
    shared: Object.entries(needs).map(([name, requiredVersion]) => ({
      name,
      requiredVersion,
      singleton: true,
    })),
  };
}
function shell(provides: Record<string, string> = {}): Traits {
  const shared = Object.entries(provides).map(([name, version]) => ({ name, version }));
  return { kind: 'shell', shared };
}

function problemOf(...next: Parameters<typeof misfits>): string | null {
  const [first] = misfits(...next);
  return first === undefined ? null : `${first.code}: ${first.problem}`;
}

function misfits(
  builds: Record<string, string>,
  traits: Record<string, Traits>,
  canaries: Record<string, string> = {},
  judged: readonly string[] = Object.keys(builds),
) {
  const shares = Object.fromEntries(
    Object.entries(canaries).map(([app, build]) => [app, { build, percent: 5 }]),
  );
  const traitsOf = (app: string, build: string) => traits[`${app}@${build}`];
  const approvals = { connect: [], paths: [], openings: [] };
  return misfitsOf(
    { builds, canaries: shares },
    {
      ...{ traitsOf, site: null },
      judged: new Map(judged.map((app) => [app, approvals])),
      moved: new Map(judged.map((app) => [app, null])),
    },
  );
}

const three = { shell: one, 'mfe-a': one, 'mfe-b': one };

describe('builds fit', () => {
  it('if the shell provides an earlier major too, beside the one that others need', () => {
    const shared = ['19.3.1', '18.3.1'].map((version) => ({ name: 'react', version }));
    const traits: Record<string, Traits> = {
      [`shell@${one}`]: { kind: 'shell', shared },
      [`mfe-a@${one}`]: remote(['/'], { react: '^19.0.0' }),
      [`mfe-b@${one}`]: remote(['/b'], { react: '^18.2.0' }),
    };
    expect(problemOf(three, traits)).toBeNull();
    traits[`mfe-b@${one}`] = remote(['/b'], { react: '^17.0.0' });
    expect(problemOf(three, traits)).toContain('needs react ^17.0.0, shell');
  });

  it('if a build has a copy of what the shell does not provide', () => {
    const given = (bundled: boolean): Record<string, Traits> => ({
      [`shell@${one}`]: shell({ react: '19.3.1' }),
      [`mfe-a@${one}`]: {
        ...remote(['/']),
        shared: [{ name: 'zustand', requiredVersion: '^5.0.0', singleton: true, bundled }],
      },
    });
    const two = { shell: one, 'mfe-a': one };
    expect(problemOf(two, given(true))).toBeNull();
    expect(problemOf(two, given(false))).toContain('needs zustand ^5.0.0, which shell');
  });

  it('if a build with a copy has pinned an earlier version of the same major', () => {
    const pinned = (requiredVersion: string, bundled: boolean): Record<string, Traits> => ({
      [`shell@${one}`]: shell({ react: '19.3.1' }),
      [`mfe-a@${one}`]: {
        ...remote(['/']),
        shared: [{ name: 'react', requiredVersion, singleton: true, bundled }],
      },
    });
    const two = { shell: one, 'mfe-a': one };
    expect(problemOf(two, pinned('19.2.0', true))).toBeNull();
    expect(problemOf(two, pinned('19.4.0', true))).toContain('needs react 19.4.0');
    expect(problemOf(two, pinned('18.3.1', true))).toContain('needs react 18.3.1');
    expect(problemOf(two, pinned('19.2.0', false))).toContain('needs react 19.2.0');
  });

  it('if only the earlier React has a module that a build of the newer one lists, with a copy', () => {
    const both = ['19.3.1', '18.3.1'].map((version) => ({ name: 'react', version }));
    const earlier = { name: 'react-dom/client', version: '18.3.1' };
    const needing = (requiredVersion: string, bundled: boolean): Record<string, Traits> => ({
      [`shell@${one}`]: { kind: 'shell', shared: [...both, earlier] },
      [`mfe-a@${one}`]: {
        ...remote(['/'], { react: requiredVersion }),
        shared: [
          { name: 'react', requiredVersion, singleton: true, bundled },
          { name: 'react-dom/client', requiredVersion, singleton: true, bundled },
        ],
      },
    });
    const two = { shell: one, 'mfe-a': one };
    expect(problemOf(two, needing('^19.2.0', true))).toBeNull();
    expect(problemOf(two, needing('^19.2.0', false))).toContain(
      'needs react-dom/client ^19.2.0, which shell',
    );
    expect(problemOf(two, needing('^18.2.0', false))).toBeNull();
    const next = {
      kind: 'shell' as const,
      shared: [{ name: 'react', version: '20.0.0' }, earlier],
    };
    expect(problemOf(two, { ...needing('^19.2.0', true), [`shell@${one}`]: next })).toContain(
      'needs react ^19.2.0',
    );
  });

  it('if a remote uses names of the earlier major, which the newer one has not', () => {
    const contract = (kind: 'uses' | 'provides', name: string): BuildContract => ({
      types: [{ is: 'plain', text: 'unknown' }],
      [kind]: { 'react-dom': { [name]: 0 } },
    });
    const shared = ['19.3.1', '18.3.1'].map((version) => ({ name: 'react-dom', version }));
    const needing = (range: string): Record<string, Traits> => ({
      [`shell@${one}`]: { kind: 'shell', shared, contract: contract('provides', 'createPortal') },
      [`mfe-a@${one}`]: {
        ...remote(['/'], { 'react-dom': range }),
        contract: contract('uses', 'render'),
      },
    });
    const two = { shell: one, 'mfe-a': one };
    expect(problemOf(two, needing('^18.2.0'))).toBeNull();
    expect(problemOf(two, needing('^19.0.0'))).toContain('uses render of react-dom');
  });

  it('if a remote uses by a default import what a CommonJS singleton has, also in what was recorded before', () => {
    const problem = (request: string, path: string) => {
      const contract = (kind: 'uses' | 'provides', name: string): BuildContract => ({
        types: [{ is: 'plain', text: 'unknown' }],
        [kind]: { [request]: { [name]: 0 } },
      });
      return problemOf(
        { shell: one, 'mfe-a': one },
        {
          [`shell@${one}`]: { ...shell(), contract: contract('provides', 'there') },
          [`mfe-a@${one}`]: { ...remote(['/']), contract: contract('uses', path) },
        },
      );
    };
    for (const request of ['react', 'react/jsx-runtime', 'react-dom']) {
      expect(problem(request, 'default.there')).toBeNull();
      expect(problem(request, 'default')).toBeNull();
      expect(problem(request, 'default.gone')).toContain(`uses gone of ${request}, and shell`);
    }
    for (const request of ['jotai', '@tallystick/shared/api']) {
      expect(problem(request, 'default.there')).toContain(`uses default.there of ${request}`);
    }
  });

  it('by the version that it was built with, beside a shell that has recorded nothing', () => {
    const name = '@tallystick/shared/api';
    const fits = (version: string) =>
      problemOf(
        { shell: one, 'mfe-a': one },
        {
          [`shell@${one}`]: shell({ [name]: version }),
          [`mfe-a@${one}`]: {
            ...remote(['/'], { [name]: '^1.0.0' }),
            contract: { types: [], uses: {}, versions: { [name]: '1.5.0' } },
          },
        },
      );
    expect(fits('1.6.0')).toBeNull();
    expect(fits('1.4.0')).toBe(
      `unfit: mfe-a ${one} needs ${name} ^1.5.0, shell ${one} provides 1.4.0`,
    );
  });

  it('if one shell provides what remotes of different pages need', () => {
    const traits = {
      [`shell@${one}`]: shell({ react: '19.3.1', '@tallystick/shared/api': '1.2.0' }),
      [`mfe-a@${one}`]: remote(['/', '/a/:id'], { react: '^19.0.0' }, ['A']),
      [`mfe-b@${one}`]: remote(['/b', '/b/:id'], { '@tallystick/shared/api': '^1.0.0' }, ['B']),
    };
    expect(problemOf(three, traits)).toBeNull();
  });

  it('a remote that says nothing of singletons needs none', () => {
    const traits = {
      [`shell@${one}`]: shell(),
      [`mfe-a@${one}`]: { ...remote(['/a']), shared: undefined },
    };
    expect(problemOf({ shell: one, 'mfe-a': one }, traits)).toBeNull();
  });
});

describe('builds do not fit', () => {
  it.each([
    ['/a/:id', '/a/:name'],
    ['/A', '/a'],
    ['/', '/'],
  ])('if two apps declare one path: %s and %s', (path, other) => {
    const traits = {
      [`shell@${one}`]: shell(),
      [`mfe-a@${one}`]: remote(['/x', path]),
      [`mfe-b@${one}`]: remote([other]),
    };
    expect(problemOf(three, traits)).toBe(`unfit: mfe-a and mfe-b both declare the path ${other}`);
  });

  it('if two apps declare one menu entry', () => {
    const traits = {
      [`shell@${one}`]: shell(),
      [`mfe-a@${one}`]: remote(['/a'], {}, ['home']),
      [`mfe-b@${one}`]: remote(['/b'], {}, ['home']),
    };
    expect(problemOf(three, traits)).toBe(
      'unfit: mfe-a and mfe-b both declare the menu entry home',
    );
  });

  it('with every address and menu entry that two apps declare', () => {
    const traits = {
      [`shell@${one}`]: shell(),
      [`mfe-a@${one}`]: remote(['/a', '/b/:id'], {}, ['home', 'notes']),
      [`mfe-b@${one}`]: remote(['/b/new', '/A'], {}, ['notes', 'home']),
    };
    expect(misfits(three, traits).map(({ problem }) => problem)).toEqual([
      'mfe-a and mfe-b both declare the path /A',
      'mfe-a and mfe-b declare /b/:id and /b/new: no address may belong to both',
      'mfe-a and mfe-b both declare the menu entry notes',
      'mfe-a and mfe-b both declare the menu entry home',
    ]);
  });

  it.each([
    ['/a/:id', '/a/new'],
    ['/a/:id/new', '/a/7/:part'],
  ])('if an address is of two apps: %s and %s', (path, other) => {
    const traits = {
      [`shell@${one}`]: shell(),
      [`mfe-a@${one}`]: remote([path]),
      [`mfe-b@${one}`]: remote([other]),
    };
    const words = `unfit: mfe-a and mfe-b declare ${path} and ${other}: no address may belong to both`;
    expect(problemOf(three, traits)).toBe(words);
    // What stands beside the other already does not keep anybody from going back.
    expect(problemOf(three, traits, {}, [])).toBeNull();
  });

  it('if one lies below the whole app of another', () => {
    const traits = {
      [`shell@${one}`]: shell(),
      [`mfe-a@${one}`]: remote(['/notes/*']),
      [`mfe-b@${one}`]: remote(['/notes/new']),
    };
    expect(problemOf(three, traits)).toBe(
      'unfit: mfe-a and mfe-b declare /notes/* and /notes/new: no address may belong to both',
    );
  });

  it('if a path is one that no new build may declare', () => {
    const traits = { [`shell@${one}`]: shell(), [`mfe-a@${one}`]: remote(['/api']) };
    const builds = { shell: one, 'mfe-a': one };
    expect(problemOf(builds, traits)).toBe(
      `unfit: mfe-a ${one}: the route "/api" begins with "api", which belongs to the site itself`,
    );
    expect(problemOf(builds, traits, {}, ['shell'])).toBeNull();
  });

  it('if an address of before that leads on is another app’s, or one that no new build may have', () => {
    const moved = (from: string): Traits => {
      const traits = remote(['/memos/:id']);
      if (traits.declaration) traits.declaration.redirects = [{ from, to: '/memos/:id' }];
      return traits;
    };
    const beside = (from: string, path: string) =>
      problemOf(three, {
        [`shell@${one}`]: shell(),
        [`mfe-a@${one}`]: moved(from),
        [`mfe-b@${one}`]: remote([path]),
      });
    expect(beside('/notes/:id', '/others')).toBeNull();
    expect(beside('/notes/:id', '/notes/:note')).toBe(
      'unfit: mfe-a and mfe-b both declare the path /notes/:note',
    );
    expect(beside('/notes/:id', '/notes/new')).toBe(
      'unfit: mfe-a and mfe-b declare /notes/:id and /notes/new: no address may belong to both',
    );
    expect(beside('/:id/log', '/others')).toContain(
      `unfit: mfe-a ${one}: the redirect from "/:id/log" begins with a parameter`,
    );
  });

  it('if the path is that of another app’s canary', () => {
    const traits = {
      [`shell@${one}`]: shell(),
      [`mfe-a@${one}`]: remote(['/a']),
      [`mfe-a@${two}`]: remote(['/a', '/b']),
      [`mfe-b@${one}`]: remote(['/b']),
    };
    expect(problemOf(three, traits, { 'mfe-a': two })).toBe(
      'unfit: mfe-b and mfe-a both declare the path /b',
    );
  });

  it.each([
    [{ react: '18.3.1' }, `needs react ^19.0.0, shell ${one} provides 18.3.1`],
    [{}, `needs react ^19.0.0, which shell ${one} does not provide`],
  ])('if the shell provides %j', (provides, problem) => {
    const traits = {
      [`shell@${one}`]: shell(provides),
      [`mfe-a@${one}`]: remote(['/a'], { react: '^19.0.0' }),
    };
    const builds = { shell: one, 'mfe-a': one };
    expect(problemOf(builds, traits)).toBe(`unfit: mfe-a ${one} ${problem}`);
  });

  it.each([
    [{ vue: '^3.5.0' }, undefined, 'nor anything of vue: compile it in, unshared'],
    [{ '@acme/shared/newer': '^1.0.0' }, true, `which shell ${one} does not provide`],
    [{ react: '^18.0.0' }, true, `shell ${one} provides 19.3.1`],
    [{ react: 'new' }, undefined, 'which is no range of versions'],
  ])(
    'if it needs %j, and says whether another build of the shell could do: %s',
    (needs, together, says) => {
      const traits: Record<string, Traits> = {
        [`shell@${one}`]: shell({ react: '19.3.1', '@acme/shared/api': '1.0.0' }),
        [`mfe-a@${one}`]: remote(['/a'], needs),
      };
      const misfits = misfitsOf(
        { builds: { shell: one, 'mfe-a': one }, canaries: {} },
        {
          traitsOf: (app, build) => traits[`${app}@${build}`],
          judged: new Map(),
          moved: new Map(),
          site: null,
        },
      );
      expect(misfits).toMatchObject([{ problem: expect.stringContaining(says) }]);
      expect(misfits[0]?.together).toBe(together);
    },
  );

  it('if a module that a build has a copy of is provided in another major', () => {
    const traits = {
      [`shell@${one}`]: shell({ react: '19.3.1', jotai: '3.0.1' }),
      [`mfe-a@${one}`]: {
        ...remote(['/a']),
        shared: [{ name: 'jotai', requiredVersion: '^2.0.0', singleton: true, bundled: true }],
      },
    };
    expect(problemOf({ shell: one, 'mfe-a': one }, traits)).toContain('needs jotai ^2.0.0, shell');
  });

  it('if a build takes one module of the earlier React and one of the newer', () => {
    const shared = ['react', 'react-dom'].flatMap((name) =>
      ['19.3.1', '18.3.1'].map((version) => ({ name, version })),
    );
    const traits: Record<string, Traits> = {
      [`shell@${one}`]: { kind: 'shell', shared },
      [`mfe-a@${one}`]: remote(['/'], { react: '^19.0.0', 'react-dom': '^18.0.0' }),
    };
    expect(problemOf({ shell: one, 'mfe-a': one }, traits)).toContain(
      `needs react ^19.0.0, shell ${one} provides 18.3.1`,
    );
  });

  it('if a React DOM that is compiled in is of another version than the React of the page', () => {
    const beside = (react: string, versions: readonly string[], needs = '^19.0.0') =>
      problemOf(
        { shell: one, 'mfe-a': one },
        {
          [`shell@${one}`]: {
            kind: 'shell',
            shared: [react, '18.3.1'].map((version) => ({ name: 'react', version })),
          },
          [`mfe-a@${one}`]: { ...remote(['/a'], { react: needs }), reactDom: [...versions] },
        },
      );
    expect(beside('19.3.1', ['19.3.1'])).toBeNull();
    expect(beside('19.3.1', ['19.3.0'])).toBe(
      `unfit: mfe-a ${one} has React DOM 19.3.0 compiled in, which does not run with React 19.3.1 of shell ${one}: share react-dom and react-dom/client as singletons, or build it with React 19.3.1`,
    );
    expect(beside('19.3.2', ['19.3.1'])).toContain('does not run with React 19.3.2');
  });

  it('if a range is none', () => {
    const traits = {
      [`shell@${one}`]: shell({ react: '19.3.1' }),
      [`mfe-a@${one}`]: remote(['/a'], { react: 'new' }),
    };
    expect(problemOf({ shell: one, 'mfe-a': one }, traits)).toContain('no range of versions');
  });

  it('if a shell that comes, or is tried, does not suit a live remote', () => {
    const traits = {
      [`shell@${one}`]: shell({ react: '19.3.1' }),
      [`shell@${two}`]: shell({ react: '20.0.0' }),
      [`mfe-a@${one}`]: remote(['/a'], { react: '^19.0.0' }),
    };
    const problem = `unfit: mfe-a ${one} needs react ^19.0.0, shell ${two} provides 20.0.0`;
    expect(problemOf({ shell: two, 'mfe-a': one }, traits)).toBe(problem);
    expect(problemOf({ shell: one, 'mfe-a': one }, traits, { shell: two })).toBe(problem);
  });

  it('without exactly one shell', () => {
    const traits = {
      [`shell@${one}`]: shell(),
      [`hull@${one}`]: shell(),
      [`mfe-a@${one}`]: remote(['/a']),
      [`shell@${two}`]: remote(['/b']),
    };
    expect(problemOf({ 'mfe-a': one }, traits)).toBe(
      'unfit: there would be no shell: the first promotion into a channel names it, too',
    );
    expect(problemOf({ shell: one, hull: one }, traits)).toBe(
      'unfit: there would be two shells, shell and hull',
    );
    expect(problemOf({ shell: one }, traits, { shell: two })).toBe(
      `unfit: shell ${two} is no shell`,
    );
  });

  it('if one of them does not exist', () => {
    expect(problemOf({ shell: one }, {})).toBe(`unknown: there is no build shell ${one}`);
  });
});

describe('what is told of a build that fits', () => {
  const noted = (traits: Record<string, Traits>) => {
    const next = { builds: { shell: one, 'mfe-a': two }, canaries: {} };
    const traitsOf = (app: string, build: string) => traits[`${app}@${build}`];
    const judged = new Map([['mfe-a', { connect: [], openings: [], paths: [] }]]);
    const moves = [{ app: 'mfe-a', from: one, to: two, canaryFrom: null, canaryTo: null }];
    const question = { traitsOf, judged, moved: new Map([['mfe-a', one]]), site: null };
    return [...looksOf(next, question), ...droppedPaths({ moves }, question)];
  };

  it('are addresses that it drops, and leads nowhere from', () => {
    const leading = (paths: string[], from: string): Traits => {
      const traits = remote(paths);
      if (traits.declaration) traits.declaration.redirects = [{ from, to: '/memos/:id' }];
      return traits;
    };
    const before = leading(['/notes', '/notes/:id', '/home'], '/old/:id');
    const dropped = (after: Traits) =>
      noted({ [`shell@${one}`]: shell(), [`mfe-a@${one}`]: before, [`mfe-a@${two}`]: after });
    expect(dropped(leading(['/notes/*', '/home'], '/old/:x'))).toEqual([]);
    expect(dropped(remote(['/notes/*', '/home', '/old/*']))).toEqual([]);
    expect(dropped(leading(['/memos/:id', '/home'], '/notes/:note'))).toEqual([
      `mfe-a ${two} has nothing at /notes, /old/:id, where ${one} has: links there lead nowhere. Declare "redirects": [{ "from": "/notes", "to": … }] in remote.json if the page has moved.`,
    ]);
  });

  it('is a second store of what the page has one of', () => {
    const own = { ...remote(['/a']), stores: ['jotai'] };
    const beside = (provides: Record<string, string>) =>
      noted({ [`shell@${one}`]: shell(provides), [`mfe-a@${two}`]: own });
    expect(beside({ react: '19.3.1' })).toEqual([]);
    expect(beside({ jotai: '3.0.1', 'jotai/vanilla': '3.0.1' })).toEqual([
      `mfe-a ${two} has jotai compiled in, and so a store beside the one of shell ${one}: share jotai, jotai/vanilla as singletons`,
    ]);
  });
});
