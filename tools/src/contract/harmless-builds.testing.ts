import { api, inApi, inCard, type ShipCase } from './ship-case.testing.ts';
import type { Edit } from './shipped-apps.testing.ts';

const shellFine = (name: string, edits: readonly Edit[], version?: string): ShipCase => {
  return { name, app: 'shell', edits, ...(version && { version }) };
};
const apiFine = (name: string, from: string, to: string) => shellFine(name, inApi(from, to));
const cardFine = (name: string, from: string, to: string): ShipCase => {
  return { name, app: 'mfe-cards', edits: inCard(from, to) };
};

/** Each result of its generic method is another type, so its types have no end. */
const outcome =
  'class Outcome<T> { readonly value: T; map<U>(toOther: (value: T) => U): Outcome<U> }';

/** What breaks nobody. */
export const harmless: readonly ShipCase[] = [
  shellFine('nothing', []),
  apiFine(
    'a new function',
    'export declare function',
    'export declare function more(): void;\nexport declare function',
  ),
  apiFine(
    'a new constant',
    'export declare function',
    'export declare const more: number;\nexport declare function',
  ),
  apiFine(
    'a new type',
    'export declare function',
    'export type More = 1;\nexport declare function',
  ),
  apiFine(
    'a new constant whose types have no end',
    'export declare function',
    `export declare ${outcome}\nexport declare const last: Outcome<string>;\nexport declare function`,
  ),
  cardFine(
    'an optional prop whose types have no end',
    'interface CardProps {',
    `declare ${outcome}\ninterface CardProps { readonly outcome?: Outcome<string>;`,
  ),
  apiFine('a new call', '  one(', '  more(): void;\n  one('),
  apiFine('an optional argument', 'one(id: string)', 'one(id: string, signal?: AbortSignal)'),
  apiFine('any number of arguments', 'one(id: string)', 'one(id: string, ...more: string[])'),
  apiFine(
    'an optional field of an argument',
    'search?: string',
    'search?: string; readonly order?: string',
  ),
  apiFine(
    'an optional field of a result',
    'note?: string',
    'note?: string; readonly more?: string',
  ),
  apiFine('a field more of a result', 'note?: string', 'note?: string; readonly more: string'),
  apiFine(
    'an unused function is gone',
    'export declare function call(path: string): Promise<unknown>;\n',
    '',
  ),
  apiFine('an unused call is gone', '  exportRows(query: Query): Promise<string>;\n', ''),
  apiFine('an unused constant is gone', 'export declare const pageSize: number;\n', ''),
  apiFine(
    'an unused function needs more',
    'call(path: string)',
    'call(path: string, body: string)',
  ),
  apiFine(
    'an unused call gives another',
    'exportRows(query: Query): Promise<string>',
    'exportRows(query: Query): Promise<number>',
  ),
  apiFine('an argument takes more', 'one(id: string)', 'one(id: string | number)'),
  apiFine('a needed field may be left out', 'index: number', 'index?: number'),
  apiFine('an argument may be left out', 'one(id: string)', 'one(id?: string)'),
  apiFine('a result has one literal less', "'asset' | 'data'", "'asset'"),
  apiFine('a result is never null', 'by: string | null', 'by: string'),
  apiFine('an optional field is always there', 'note?: string', 'note: string'),
  apiFine('a comment', 'export interface Row', '/** One row. */\nexport interface Row'),
  shellFine('a type has another name', [
    [api, 'interface Query', 'interface Asked'],
    [api, 'list(query: Query', 'list(query: Asked'],
    [api, 'exportRows(query: Query', 'exportRows(query: Asked'],
  ]),
  shellFine('a type in place of an interface', [
    [api, 'export interface Query {', 'export type Query = {'],
  ]),
  shellFine('a type stands in another file', [
    [
      api,
      'export interface Query { readonly index: number; readonly search?: string }\n',
      "import type { Query } from './site.ts';\n",
    ],
    [
      'shared/site.ts',
      'export',
      'export interface Query { readonly index: number; readonly search?: string }\nexport',
    ],
  ]),
  apiFine(
    'a property in place of a method',
    'one(id: string): Promise<Answer<Row>>',
    'readonly one: (id: string) => Promise<Answer<Row>>',
  ),
  apiFine('a field may be written', 'readonly id: string; readonly at', 'id: string; readonly at'),
  apiFine('a list may be written', 'Answer<readonly Row[]>>', 'Answer<Row[]>>'),
  apiFine(
    'fields in another order',
    'readonly id: string; readonly at: number;',
    'readonly at: number; readonly id: string;',
  ),
  apiFine('literals in another order', "'asset' | 'data'", "'data' | 'asset'"),
  apiFine('an argument has another name', 'one(id: string)', 'one(item: string)'),
  apiFine(
    'one way to call more',
    '  one(id: string)',
    '  one(id: number): Promise<string>;\n  one(id: string)',
  ),
  apiFine(
    'a row refers to rows',
    'note?: string',
    'note?: string; readonly children?: readonly Row[]',
  ),
  apiFine(
    'a type parameter has another name',
    'Answer<T> = { readonly ok: true; readonly data: T }',
    'Answer<Data> = { readonly ok: true; readonly data: Data }',
  ),
  shellFine('a higher minor number', [], '1.6.0'),
  shellFine('a shell of before, with all that is used', [], '1.2.0'),
  shellFine('an unused hook is gone', [
    ['shared/router.ts', 'export declare function useFetcher(): { readonly state: string };\n', ''],
  ]),
  shellFine('a hook takes an option', [
    ['shared/router.ts', 'useLoaderData<Data>()', 'useLoaderData<Data>(from?: string)'],
  ]),
  shellFine('an unused function of the session is gone', [
    ['shared/session.ts', 'export declare function signOut(): void;\n', ''],
  ]),
  shellFine('somebody who is signed in has a name', [
    ['shared/session.ts', 'readonly id: string', 'readonly id: string; readonly name: string'],
  ]),
  shellFine('a message says more', [
    ['shared/realtime.ts', 'readonly item: string', 'readonly item: string; readonly at: number'],
  ]),
  shellFine('the site says more', [
    ['shared/site.ts', 'title: string;', 'title: string; readonly mark: string;'],
  ]),
  shellFine('a page may have a title', [
    [
      'shared/route-module.ts',
      'Component: ComponentType;',
      'Component: ComponentType; title?: string;',
    ],
  ]),
  shellFine('a loader gets more', [
    ['shared/route-module.ts', 'readonly params', 'readonly signal: AbortSignal; readonly params'],
  ]),
  cardFine('an optional prop more', 'tone?: string', 'tone?: string; readonly size?: number'),
  cardFine('a prop takes more', "kind: 'user' | 'team'", "kind: 'user' | 'team' | 'robot'"),
  cardFine('a prop that nobody gives is gone', '; readonly tone?: string', ''),
  cardFine('a prop may be left out', 'readonly id: string', 'readonly id?: string'),
  cardFine('what it shows', '<p>{kind} {id}</p>', '<b>{id} {kind}</b>'),
  cardFine(
    'its props have another name',
    'interface CardProps',
    'type CardProps = Props;\ninterface Props',
  ),
  { name: 'a route of its own', app: 'mfe-cards', paths: ['/cards', '/cards/:id'] },
  { name: 'a menu entry of its own', app: 'mfe-cards', menu: ['cards'] },
  { name: 'less is used', app: 'mfe-notes', uses: { '@tallystick/shared/api': ['ledger.list'] } },
  {
    name: 'another call that the shell has',
    app: 'mfe-notes',
    uses: { '@tallystick/shared/api': ['ledger.exportRows', 'call', 'pageSize'] },
  },
  {
    name: 'built with a newer kit, of which it uses nothing new',
    app: 'mfe-notes',
    version: '1.9.0',
    edits: inApi('  one(', '  newer(): void;\n  one('),
  },
  {
    name: 'a widget gets less',
    app: 'mfe-notes',
    edits: [['src/routes.tsx', ', compact: true', '']],
  },
  {
    name: 'a widget gets one literal',
    app: 'mfe-notes',
    edits: [['src/routes.tsx', 'props={{ kind,', "props={{ kind: 'user',"]],
  },
  {
    name: 'a widget of which no types are known gets one literal',
    app: 'mfe-notes',
    edits: [
      ['src/remotes/mfe-cards.d.ts', 'interface RemoteWidgets', 'interface UnknownWidgets'],
      ['src/routes.tsx', 'props={{ kind,', "props={{ kind: 'user',"],
    ],
  },
  {
    name: 'a widget that is not there yet is shown',
    app: 'mfe-notes',
    edits: [
      [
        'src/routes.tsx',
        '</h1>',
        '</h1><Remote app="mfe-cards" expose="./later" props={{ id: 1 }} fallback={null} />',
      ],
    ],
  },
];
