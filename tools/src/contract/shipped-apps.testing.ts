import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Compiler } from '@tallystick/build/contract/program';
import { recordContract } from '@tallystick/build/contract/record-contract';
import type { Uses } from '@tallystick/build/contract/uses-plugin';
import type { BuildContract } from '@tallystick/contract/build-contract';
import type { RemoteDeclaration } from '@tallystick/contract/remote';
import { inProject } from '../project.ts';

/** Files of an app by path; those of its `@tallystick/shared` begin with `shared/`, those of libraries with their name. */
export type Sources = Readonly<Record<string, string>>;

/** One text in place of another, in a file. */
export type Edit = readonly [file: string, from: string, to: string];

/** A small `@tallystick/shared`, as the shell has it. */
const shared: Sources = {
  'shared/api.ts': `
export interface Row { readonly id: string; readonly at: number; readonly kind: 'asset' | 'data'; readonly note?: string; readonly by: string | null }
export interface Query { readonly index: number; readonly search?: string }
export type Answer<T> = { readonly ok: true; readonly data: T } | { readonly ok: false; readonly error: string };
export interface Ledger {
  list(query: Query, signal?: AbortSignal): Promise<Answer<readonly Row[]>>;
  one(id: string): Promise<Answer<Row>>;
  exportRows(query: Query): Promise<string>;
}
export declare const ledger: Ledger;
export declare function call(path: string): Promise<unknown>;
export declare const pageSize: number;
`,
  'shared/router.ts': `
export declare function useLoaderData<Data>(): Data;
export declare function useFetcher(): { readonly state: string };
export declare function useParams(): Readonly<Record<string, string>>;
`,
  'shared/session.ts': `
export type Session = { readonly status: 'visitor' } | { readonly status: 'signed-in'; readonly user: { readonly id: string } };
export declare function useSession(): Session;
export declare function signOut(): void;
`,
  'shared/realtime.ts': `
export interface Message { readonly item: string }
export declare function subscribe(listener: (message: Message) => void): () => void;
`,
  'shared/site.ts': `export declare function siteConfiguration(): { readonly title: string; readonly support?: string };\n`,
  'shared/composition.ts': `
export interface RemoteWidgets {}
export declare function Remote<App extends keyof RemoteWidgets, Expose extends keyof RemoteWidgets[App]>(given: { readonly app: App; readonly expose: Expose; readonly props: RemoteWidgets[App][Expose] & object; readonly fallback: null }): null;
`,
  'shared/route-module.ts': `
import type { ComponentType } from 'react';
export interface LoaderArguments { readonly params: Readonly<Record<string, string>>; readonly request: { readonly url: string } }
export interface RouteModule { Component: ComponentType; loader?: (given: LoaderArguments) => unknown }
export type RouteModules = Readonly<Record<string, RouteModule>>;
`,
};

const react = `
export type ComponentType<Props = {}> = (props: Props) => unknown;
export declare function useEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export declare function useState<State>(first: State): [State, (next: State) => void];
`;
const runtime = `
export namespace JSX { interface IntrinsicElements { [name: string]: object } }
export declare const Fragment: unique symbol;
export declare function jsx(type: unknown, props: unknown): unknown;
export declare function jsxs(type: unknown, props: unknown): unknown;
`;
const packageOf = (name: string, version: string) =>
  JSON.stringify({ name, version, types: './index.d.ts' });

/** Small ones of the same names: the compiler reads the real ones for a quarter of a second. */
const libraries: Sources = {
  'react/package.json': packageOf('react', '19.3.1'),
  'react/index.d.ts': react,
  // Its types leave out what React's own packages take of each other.
  'react/index.js': 'exports.useEffect = exports.useState = () => {};\nexports.__INTERNALS = {};\n',
  'react/jsx-runtime.d.ts': runtime,
  'react-dom/package.json': packageOf('react-dom', '19.3.1'),
  'react-dom/index.d.ts': 'export declare function flushSync(act: () => void): void;',
  'jotai/package.json': packageOf('jotai', '3.0.1'),
  'jotai/index.d.ts': 'export declare function atom(first: unknown): unknown;',
};

/** A team that shows the list, and a card of another team. */
const notes: Sources = {
  'src/remotes/mfe-cards.d.ts': `
declare module '@tallystick/shared/composition' {
  interface RemoteWidgets { 'mfe-cards': { './card': { readonly kind: 'user' | 'team'; readonly id: string; readonly compact?: boolean }; './later': { readonly id: number } } }
}
export {};
`,
  'src/routes.tsx': `
import { ledger } from '@tallystick/shared/api';
import { Remote } from '@tallystick/shared/composition';
import type { RouteModules } from '@tallystick/shared/contracts/route-module';
import { subscribe } from '@tallystick/shared/realtime';
import { useLoaderData } from '@tallystick/shared/router';
import { useSession } from '@tallystick/shared/session';
import { siteConfiguration } from '@tallystick/shared/site';
import { useEffect } from 'react';
function Notes() {
  const session = useSession();
  const data = useLoaderData<unknown>();
  useEffect(() => subscribe(({ item }) => console.log(item)), []);
  const kind = session.status === 'visitor' ? 'team' as const : 'user' as const;
  return <><h1>{siteConfiguration().title}</h1><Remote app="mfe-cards" expose="./card" props={{ kind, id: String(data), compact: true }} fallback={null} /></>;
}
export const routes: RouteModules = {
  '/notes': { Component: Notes, loader: async ({ request }) => [await ledger.list({ index: request.url.length }), await ledger.one('1')] },
};
`,
};

/** The team of that card. */
const cards: Sources = {
  'src/routes.tsx': `
import type { RouteModules } from '@tallystick/shared/contracts/route-module';
export const routes: RouteModules = { '/cards': { Component: () => null } };
`,
  'src/card.tsx': `
interface CardProps { readonly kind: 'user' | 'team'; readonly id: string; readonly compact?: boolean; readonly tone?: string }
export function Widget({ kind, id }: CardProps) { return <p>{kind} {id}</p>; }
`,
};

/** What each of the three is made of. */
export const apps = { shell: {}, 'mfe-notes': notes, 'mfe-cards': cards } as const;
export type AppName = keyof typeof apps;

/** What the bundler finds that the list's team uses; a test holds it to a real build. */
export const usesOfNotes: Readonly<Record<string, readonly string[]>> = {
  '@tallystick/shared/api': ['ledger.list', 'ledger.one'],
  '@tallystick/shared/composition': ['Remote'],
  '@tallystick/shared/realtime': ['subscribe'],
  '@tallystick/shared/router': ['useLoaderData'],
  '@tallystick/shared/session': ['useSession'],
  '@tallystick/shared/site': ['siteConfiguration'],
  react: ['useEffect'],
  'react/jsx-runtime': ['Fragment', 'jsx', 'jsxs'],
};

/** A folder in which apps are written, and removed with it. */
export function appFolder(): { path: string; remove: () => void } {
  const parent = inProject('tools/.test');
  mkdirSync(parent, { recursive: true });
  const path = mkdtempSync(join(parent, 'apps-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Writes an app with its own `node_modules`; `edits` are made in its sources or its `@tallystick/shared`. */
export function writeApp(
  parent: string,
  app: AppName,
  edits: readonly Edit[],
  { version = '1.5.0', exposes }: { version?: string; exposes?: readonly string[] } = {},
): { folder: string; declaration: RemoteDeclaration | null } {
  const folder = mkdtempSync(join(parent, `${app}-`));
  const files = new Map(Object.entries({ ...shared, ...libraries, ...apps[app] }));
  for (const [file, from, to] of edits) {
    const text = files.get(file) ?? '';
    if (!text.includes(from)) throw new Error(`${file} does not say ${from}`);
    files.set(file, text.replace(from, to));
  }
  const write = (path: string, text: string) => {
    const isLibrary = Object.hasOwn(libraries, path);
    const packages = path.startsWith('shared/') ? 'node_modules/@tallystick' : 'node_modules';
    const isInstalled = isLibrary || path.startsWith('shared/');
    const place = isInstalled ? join(folder, packages, path) : join(folder, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  };
  for (const [path, text] of files) write(path, text);
  const modules = 'api composition realtime router session site'.split(' ');
  const exports = {
    './package.json': './package.json',
    './contracts/route-module': './route-module.ts',
    ...Object.fromEntries(modules.map((name) => [`./${name}`, `./${name}.ts`])),
  };
  const singletons = ['jotai', ...modules.map((name) => `./${name}`)];
  const tallystick = { singletons, pages: './contracts/route-module' };
  write(
    'shared/package.json',
    JSON.stringify({ name: '@tallystick/shared', version, exports, tallystick }),
  );
  symlinkSync(inProject('platform/build'), join(folder, 'node_modules/@tallystick/build'));
  const dependencies = { '@tallystick/shared': version };
  write('package.json', JSON.stringify({ name: app, version: '1.0.0', dependencies }));
  if (app === 'shell') return { folder, declaration: null };
  const path = `/${app.slice(4)}`;
  const declaration = {
    ...{ name: app, title: app, routes: [{ path, page: app }], menu: [] },
    exposes: [...(exposes ?? (app === 'mfe-cards' ? ['./card'] : []))],
  };
  write('remote.json', JSON.stringify(declaration));
  write(
    'rspack.config.ts',
    `import { appConfiguration } from '@tallystick/build';\nexport default appConfiguration(import.meta.dirname);\n`,
  );
  return { folder, declaration };
}

/** The contract of an app in a folder. */
export function contractOf(
  app: AppName,
  { folder, declaration }: ReturnType<typeof writeApp>,
  compiler: Compiler,
  uses: Readonly<Record<string, readonly string[]>> = app === 'mfe-notes' ? usesOfNotes : {},
): BuildContract {
  return recordedOf(app, { folder, declaration }, compiler, uses).contract;
}

/** The same, with the notes of what could not be recorded. */
export function recordedOf(
  app: AppName,
  { folder, declaration }: ReturnType<typeof writeApp>,
  compiler: Compiler,
  uses: Readonly<Record<string, readonly string[]>> = {},
) {
  return recordContract(
    { folder, name: app, version: '1.0.0', declaration, notes: [] },
    app === 'shell' ? null : withFiles(uses),
    compiler,
  );
}

/** As the bundler leaves them, of no file. */
function withFiles(uses: Readonly<Record<string, readonly string[]>>): Uses {
  const entries = Object.entries(uses).map(([request, paths]) => [
    request,
    Object.fromEntries(paths.map((path) => [path, []])),
  ]);
  return Object.fromEntries(entries);
}
