import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildApp, hashFiles } from '@tallystick/build/build';
import { startCompiler } from '@tallystick/build/contract/program';
import { singletonsOf } from '@tallystick/build/singletons';
import { buildContractSchema } from '@tallystick/contract/build-contract';
import { artifactSchema } from '@tallystick/contract/release';
import { proving } from '@tallystick/contract/testing/proof';
import type { ShipAnswer, ShipQuestion } from '@tallystick/registry/contract/can-ship';
import { commonJsSingletons } from '@tallystick/registry/contract/contract-fit';
import { openRegistry } from '@tallystick/registry/open';
import { allParts } from '@tallystick/registry/parts/all-parts';
import type { Registry } from '@tallystick/registry/registry';
import { buildOf, done, draftOf, manager, upload } from '@tallystick/registry/registry.testing';
import { type TestPlace, testPlace } from '@tallystick/store/test-place.testing';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inProject } from '../project.ts';
import { breaks } from './breaking-builds.testing.ts';
import { harmless } from './harmless-builds.testing.ts';
import { inApi, type ShipCase } from './ship-case.testing.ts';
import {
  type AppName,
  appFolder,
  contractOf,
  type Edit,
  usesOfNotes,
  writeApp,
} from './shipped-apps.testing.ts';

const folder = appFolder();
/** One for all cases: to start one takes longer than to read a case. */
const compiler = startCompiler(folder.path);
let registry: Registry;
let place: TestPlace;

const singletonRequests = singletonsOf(inProject('shell')).map(({ request }) => request);

/** Versions of what is not of `@tallystick/shared`. */
const installed: Readonly<Record<string, string>> = {
  ...{ react: '19.3.1', 'react/jsx-runtime': '19.3.1', 'react/compiler-runtime': '19.3.1' },
  ...{ 'react-dom': '19.3.1', 'react-dom/client': '19.3.1' },
  ...{ jotai: '3.0.1', 'jotai/react': '3.0.1', 'jotai/vanilla': '3.0.1' },
};

/** The files of a build, as they are uploaded. */
function filesOf({ app, edits = [], uses, ...given }: ShipCase, build: string) {
  const { version = '1.5.0', exposes = app === 'mfe-cards' ? ['./card'] : [] } = given;
  const written = writeApp(folder.path, app, edits, { version, exposes });
  const contract = JSON.stringify(contractOf(app, written, compiler, uses));
  const isShell = app === 'shell';
  const manifest = {
    metaData: { remoteEntry: { name: 'entry.js' } },
    exposes: ['./routes', ...exposes].map((path) => ({
      ...{ path, assets: { js: { sync: [], async: [] }, css: { sync: [], async: [] } } },
    })),
    shared: isShell
      ? singletonRequests.map((name) => ({ name, version: installed[name] ?? version }))
      : [{ name: '@tallystick/shared/api', requiredVersion: '^1.0.0', singleton: true }],
  };
  const menu = given.menu ?? (app === 'mfe-notes' ? ['notes'] : []);
  return draftOf(app, build, {
    kind: isShell ? 'shell' : 'remote',
    paths: given.paths ?? [app === 'mfe-notes' ? '/notes' : '/cards'],
    ...(app === 'mfe-notes' && { paths: ['/notes', '/notes/new'] }),
    menu,
    ...(given.connect && { connect: given.connect }),
    exposes,
    files: { 'contract.json': contract, 'mf-manifest.json': JSON.stringify(manifest) },
  });
}

/** What `can-ship` says of a build that is not published. */
async function ask(given: ShipCase, channel = 'production'): Promise<ShipAnswer> {
  const files = filesOf(given, buildOf(9));
  const { 'artifact.json': artifact = '', ...others } = files;
  const sizes = Object.fromEntries(
    Object.entries(others).map(([path, text]) => [path, text.length]),
  );
  const unpublished: NonNullable<ShipQuestion['unpublished']> = [
    {
      artifact: v.parse(artifactSchema, JSON.parse(artifact)),
      manifest: JSON.parse(others['mf-manifest.json'] ?? ''),
      entry: JSON.parse(others['entry.json'] ?? ''),
      contract: others['contract.json'] ?? null,
      sizes: { ...sizes, ...(given.bytes && { 'entry.js': given.bytes }) },
    },
  ];
  return await registry.channel(channel).canShip({ builds: {}, unpublished });
}

async function publishApp(given: ShipCase, build: string): Promise<void> {
  await upload(registry, given.app, build, filesOf(given, build));
  done(await registry.publish(manager, given.app, build));
}

const live = { shell: buildOf(1), 'mfe-notes': buildOf(1), 'mfe-cards': buildOf(1) };

beforeAll(async () => {
  place = await testPlace('tallystick-can-ship-');
  const opened = await openRegistry(place, undefined, { parts: allParts() });
  if (!opened.ok) throw new Error(opened.problem);
  registry = opened.value;
  const apps: readonly AppName[] = ['shell', 'mfe-notes', 'mfe-cards'];
  for (const app of apps) await publishApp({ name: 'live', app }, buildOf(1));
  const reason = 'first builds';
  done(
    await registry
      .channel('production')
      .change(manager, 0, { kind: 'promote', builds: live, reason }),
  );
});
afterAll(async () => {
  await registry.close();
  await rm(place.DATA_DIR, { recursive: true });
  compiler.close();
  folder.remove();
});

describe('refused, with the team and the symbol', () => {
  it.each(breaks)('$app: $name', async ({ team, names, ...given }) => {
    const { fits, problems } = await ask(given);
    expect(fits).toBe(false);
    const lines = problems.map(({ problem }) => problem).join('\n');
    expect(lines).toContain(team);
    expect(lines).toContain(names);
  });
});

describe('not refused', () => {
  it.each(harmless)('$app: $name', async (given) => {
    expect(await ask(given)).toMatchObject({ fits: true, problems: [] });
  });
});

describe('what could come back', () => {
  const newer = inApi('  one(', '  newer(): Promise<string>;\n  one(');
  const usesNewer = { '@tallystick/shared/api': ['ledger.newer'] };

  it('is held to what is live then: both go back, or none', async () => {
    await publishApp({ name: 'newer', app: 'shell', edits: newer, version: '1.6.0' }, buildOf(2));
    const notes = { name: 'uses it', app: 'mfe-notes', edits: newer, uses: usesNewer } as const;
    await publishApp(notes, buildOf(2));
    const alone = { builds: { 'mfe-notes': buildOf(2) }, unpublished: [] };
    const symbol = 'ledger.newer of @tallystick/shared/api';
    expect(await registry.channel('production').canShip(alone)).toMatchObject({
      fits: false,
      problems: [
        {
          ...{ app: 'mfe-notes', build: buildOf(2), with: { app: 'shell', build: buildOf(1) } },
          symbol,
          problem: `mfe-notes ${buildOf(2)} uses ${symbol}, and shell ${buildOf(1)} does not provide it`,
        },
      ],
      way: 'Promote a build of shell that fits first, or all as one revision: promote mfe-notes shell',
    });
    const builds = { shell: buildOf(2), 'mfe-notes': buildOf(2) };
    expect(await registry.channel('production').canShip({ builds, unpublished: [] })).toEqual({
      ...{ fits: true, problems: [], way: null, notes: [] },
    });
    const promote = { kind: 'promote', builds, reason: 'the newer call' } as const;
    done(await registry.channel('production').change(manager, 1, promote));

    const back = { kind: 'rollback', to: {}, recall: true, reason: 'it is slow' } as const;
    expect(
      await registry.channel('production').preview(manager, { ...back, apps: ['shell'] }),
    ).toEqual({
      ...{ ok: false, code: 'unfit' },
      problem: `mfe-notes ${buildOf(2)} uses ${symbol}, and shell ${buildOf(1)} does not provide it. What belongs together goes back as one revision: rollback shell mfe-notes`,
    });
    const apps = ['shell', 'mfe-notes'];
    const both = done(await registry.channel('production').change(manager, 2, { ...back, apps }));
    expect(both.builds).toEqual(live);
  });

  it('says which remote would have nothing to fall back to', async () => {
    const notes = { 'mfe-notes': buildOf(3) };
    const lean = { '@tallystick/shared/api': ['ledger.list'] };
    await publishApp({ name: 'lean', app: 'mfe-notes', uses: lean }, buildOf(3));
    const promote = { kind: 'promote', builds: notes, reason: 'less is used' } as const;
    const { fallbacks } = done(await registry.channel('production').change(manager, 3, promote));
    expect(fallbacks).toEqual({ 'mfe-notes': buildOf(1) });
    const less = inApi('  one(id: string): Promise<Answer<Row>>;\n', '');
    expect(await ask({ name: 'without it', app: 'shell', edits: less })).toMatchObject({
      fits: true,
      notes: [
        `mfe-notes would have no build to fall back to: mfe-notes ${buildOf(1)} uses ledger.one of @tallystick/shared/api, and shell ${buildOf(9)} does not provide it`,
      ],
    });
  });
});

it('lets a shell take nothing away from what another bundler has made, which says not what it uses', async () => {
  const app = 'mfe-other';
  const shared = ['@tallystick/shared/api'].map((name) => ({ name, requiredVersion: '^1.0.0' }));
  await upload(registry, app, buildOf(1), draftOf(app, buildOf(1), { shared }));
  done(await registry.publish(manager, app, buildOf(1)));
  const builds = { shell: buildOf(1), [app]: buildOf(1) };
  const promote = { kind: 'promote', builds, reason: 'of another bundler' } as const;
  done(await registry.channel('others').change(manager, 0, promote));

  const gone = inApi('export declare function call(path: string): Promise<unknown>;\n', '');
  const symbol = 'call of @tallystick/shared/api';
  expect(await ask({ name: 'less', app: 'shell', edits: gone }, 'others')).toMatchObject({
    fits: false,
    problems: [
      {
        ...{ app, build: buildOf(1), symbol },
        problem: `${app} ${buildOf(1)} may use ${symbol}, and shell ${buildOf(9)} does not provide it`,
      },
    ],
  });
  const more = inApi('one(id: string)', 'one(id: string, of?: string)');
  expect(await ask({ name: 'more', app: 'shell', edits: more }, 'others')).toMatchObject({
    fits: true,
  });
  const next = { name: 'next', app: 'shell', version: '2.0.0' } as const;
  expect(await ask(next, 'others')).toMatchObject({ fits: false, problems: [{ app }] });
});

describe('a real build', () => {
  /** Builds the list's team, publishes what was built, and asks for it. */
  async function buildAndAsk(edits: readonly Edit[], n: number) {
    const { folder: app } = writeApp(folder.path, 'mfe-notes', edits);
    const { build } = buildApp(app);
    const files = new Map<string, string>();
    for (const path of Object.keys(hashFiles(join(app, 'dist', build)))) {
      files.set(path, readFileSync(join(app, 'dist', build, path), 'utf8'));
    }
    await upload(registry, 'mfe-notes', build, Object.fromEntries(files));
    done(await registry.publish(manager, 'mfe-notes', build));
    const channel = `real-${n}`;
    const builds = { shell: buildOf(1), 'mfe-cards': buildOf(1) };
    const promote = { kind: 'promote', builds, reason: 'beside a real build' } as const;
    done(await registry.channel(channel).change(manager, 0, promote));
    const question = { builds: { 'mfe-notes': build }, unpublished: [] };
    return { build, files, channel, answer: await registry.channel(channel).canShip(question) };
  }

  /** That the list's page calls a hook by a default import, or as the lines say. */
  const callsHook = (call: string, imports = "import React, { useEffect } from 'react';") => {
    const file = 'src/routes.tsx';
    return [
      [file, "import { useEffect } from 'react';", imports],
      [file, '  const session = useSession();', `  ${call};\n  const session = useSession();`],
    ] as const;
  };

  it('may call React by its default import, and is promoted', async () => {
    const { build, files, channel, answer } = await buildAndAsk(callsHook('React.useState(0)'), 4);
    expect(answer).toEqual({ fits: true, problems: [], way: null, notes: [] });
    const { uses } = v.parse(buildContractSchema, JSON.parse(files.get('contract.json') ?? ''));
    expect(Object.keys(uses?.react ?? {})).toEqual(['default.useState', 'useEffect']);
    const promote = { kind: 'promote', reason: 'go live', builds: { 'mfe-notes': build } } as const;
    done(await registry.channel(channel).change(manager, 1, promote));
  });

  it('may look for what React lacks, and use what only its types lack', async () => {
    const looks =
      'if (React.unstable_postpone !== undefined) React.unstable_postpone(); React.__INTERNALS.H = 0';
    const { build, answer } = await buildAndAsk(callsHook(looks), 3);
    expect(answer).toEqual({
      ...{ fits: true, problems: [], way: null },
      notes: [
        `mfe-notes ${build} looks for unstable_postpone of react and runs without: shell ${buildOf(1)} does not provide it`,
      ],
    });
  });

  const whole = "import React, { useEffect } from 'react';\nimport * as All from 'react';";
  const inReact = [
    ['by the default import', callsHook('React.useGone()')],
    ['by its name in brackets', callsHook("React['useGone']()")],
    ['taken apart', callsHook('const { useGone: go } = React; go()')],
    ['of all, taken apart', callsHook('const { useGone } = All; useGone()', whole)],
    ['by another name', callsHook('const R = React; R.useGone()')],
  ] as const;
  /** A hook that the installed React has, and the live one has not. */
  const inNewerReact = (name: string) =>
    [
      ['react/index.d.ts', '', `export declare function ${name}(): void;\n`],
      ['react/index.js', '', `exports.${name} = () => {};\n`],
    ] as const;
  // Each is a build; the test of all that is missing has two of them.
  it.runIf(proving).each(inReact)(
    'is refused for a hook that the live React has not, %s',
    async (_, edits) => {
      const { answer } = await buildAndAsk(
        [...edits, ...inNewerReact('useGone')],
        5 + inReact.findIndex(([, one]) => one === edits),
      );
      expect(answer.problems.map(({ symbol }) => symbol)).toEqual(['useGone of react']);
    },
  );

  it('is refused for all that the live builds have not: hooks, a default import, a call and a prop', async () => {
    const calls =
      "React['useGone'](); React.useNowhere(); const { useLost } = All; useLost(); jotai.atom(0)";
    const { build, answer } = await buildAndAsk(
      [
        ...callsHook(calls, `${whole}\nimport jotai from 'jotai';`),
        ...inNewerReact('useGone'),
        ...inNewerReact('useLost'),
        ['shared/api.ts', '  one(', '  newer(): Promise<string>;\n  one('],
        ['src/routes.tsx', "await ledger.one('1')", 'await ledger.newer()'],
        ['src/routes.tsx', 'id: String(data)', 'key: String(data)'],
        ['src/remotes/mfe-cards.d.ts', 'readonly id: string', 'readonly key: string'],
      ],
      2,
    );
    const problems = new Map(answer.problems.map((problem) => [problem.symbol, problem]));
    expect([...problems.keys()].sort()).toEqual([
      './card of mfe-cards',
      'default.atom of jotai',
      'ledger.newer of @tallystick/shared/api',
      'useGone of react',
      'useLost of react',
      'useNowhere of react',
    ]);
    expect(answer.problems).toHaveLength(problems.size);
    for (const problem of answer.problems)
      expect(problem).toMatchObject({ app: 'mfe-notes', build });
    expect(problems.get('./card of mfe-cards')?.problem).toContain(
      'takes other props: "id" is missing',
    );
  });

  it('is CommonJS of those singletons alone that the registry takes for it', () => {
    const require = createRequire(inProject('shell/package.json'));
    const isCommonJs = (request: string) => {
      const file = require.resolve(request);
      return file.endsWith('.js') && !/^export\b/m.test(readFileSync(file, 'utf8'));
    };
    expect(singletonRequests.filter(isCommonJs)).toEqual(commonJsSingletons);
  });

  it('records what the bundler finds, and fits', async () => {
    const { files, answer } = await buildAndAsk([], 1);
    expect(answer).toEqual({ fits: true, problems: [], way: null, notes: [] });
    expect([...files.keys()]).not.toContain('uses.json');
    const recorded = JSON.parse(files.get('contract.json') ?? '');
    const { uses = {}, versions, shows, exposes } = v.parse(buildContractSchema, recorded);
    const named = Object.entries(uses).map(([request, paths]) => [request, Object.keys(paths)]);
    expect(Object.fromEntries(named.filter(([, paths]) => paths?.length))).toEqual(usesOfNotes);
    expect(versions?.['@tallystick/shared/api']).toBe('1.5.0');
    expect(Object.keys(shows?.['mfe-cards'] ?? {})).toEqual(['./card']);
    expect(Object.keys(exposes ?? {})).toEqual(['./routes']);
  });
});
