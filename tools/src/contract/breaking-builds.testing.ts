import { inApi, inCard, type ShipCase } from './ship-case.testing.ts';
import type { AppName, Edit } from './shipped-apps.testing.ts';

/** A build that would break somebody. */
export interface Break extends ShipCase {
  /** The team that would be broken, or that is in the way. */
  team: AppName;
  /** What the answer names: a symbol, a path, a file. */
  names: string;
}

const one = 'ledger.one of @tallystick/shared/api';
const list = 'ledger.list of @tallystick/shared/api';
const card = './card of mfe-cards';

const shellBreak = (name: string, names: string, edits: readonly Edit[]): Break => {
  return { name, app: 'shell', team: 'mfe-notes', names, edits };
};
const cardBreak = (name: string, edits: readonly Edit[]): Break => {
  return { name, app: 'mfe-cards', team: 'mfe-notes', names: card, edits };
};

/** What breaks somebody, whoever ships it. */
export const breaks: readonly Break[] = [
  shellBreak('a call is removed', one, inApi('  one(id: string): Promise<Answer<Row>>;\n', '')),
  shellBreak('a call is renamed', list, inApi('  list(', '  rows(')),
  shellBreak(
    'an argument more is needed',
    one,
    inApi('one(id: string)', 'one(id: string, of: string)'),
  ),
  shellBreak('an argument is of another type', one, inApi('one(id: string)', 'one(id: number)')),
  shellBreak(
    'an optional argument is needed',
    list,
    inApi('signal?: AbortSignal', 'signal: AbortSignal'),
  ),
  shellBreak(
    'a field of an argument is needed',
    list,
    inApi('search?: string }', 'search: string }'),
  ),
  shellBreak(
    'an argument has a new needed field',
    list,
    inApi('index: number;', 'index: number; readonly limit: number;'),
  ),
  shellBreak('a field of a result is gone', one, inApi('readonly at: number; ', '')),
  shellBreak(
    'a field of a result is renamed',
    one,
    inApi('readonly id: string; readonly at', 'readonly key: string; readonly at'),
  ),
  shellBreak(
    'a field of a result may be missing',
    one,
    inApi('readonly at: number', 'readonly at?: number'),
  ),
  shellBreak(
    'a result has one more literal',
    one,
    inApi("'asset' | 'data'", "'asset' | 'data' | 'form'"),
  ),
  shellBreak('a field of a result is of another type', one, inApi('at: number', 'at: string')),
  shellBreak(
    'a result comes at once',
    one,
    inApi('one(id: string): Promise<Answer<Row>>', 'one(id: string): Answer<Row>'),
  ),
  shellBreak(
    'a list becomes a page',
    list,
    inApi('Answer<readonly Row[]>>', 'Answer<{ readonly rows: readonly Row[] }>>'),
  ),
  shellBreak(
    'a result has no reason',
    one,
    inApi('ok: false; readonly error: string', 'ok: false'),
  ),
  shellBreak('an object becomes a function', one, inApi('ledger: Ledger', 'ledger: () => Ledger')),
  shellBreak('a hook is removed', 'useSession of @tallystick/shared/session', [
    ['shared/session.ts', 'export declare function useSession(): Session;\n', ''],
  ]),
  shellBreak('a hook gives another shape', 'useSession of @tallystick/shared/session', [
    ['shared/session.ts', 'useSession(): Session', 'useSession(): { readonly session: Session }'],
  ]),
  shellBreak('a hook needs an argument', 'useLoaderData of @tallystick/shared/router', [
    ['shared/router.ts', 'useLoaderData<Data>()', 'useLoaderData<Data>(id: string)'],
  ]),
  shellBreak('a listener gets another message', 'subscribe of @tallystick/shared/realtime', [
    ['shared/realtime.ts', 'readonly item: string', 'readonly items: readonly string[]'],
  ]),
  shellBreak('a loader gets no request', './routes', [
    ['shared/route-module.ts', '; readonly request: { readonly url: string }', ''],
  ]),
  shellBreak('a page needs a title', './routes', [
    [
      'shared/route-module.ts',
      'Component: ComponentType;',
      'Component: ComponentType; title: string;',
    ],
  ]),
  {
    name: 'a singleton has another major number',
    app: 'shell',
    team: 'mfe-notes',
    names: '@tallystick/shared/api ^1.0.0',
    version: '2.0.0',
  },
  cardBreak('a prop is renamed', inCard('readonly id: string', 'readonly key: string')),
  cardBreak(
    'an optional prop that is given is renamed',
    inCard('compact?: boolean', 'dense?: boolean'),
  ),
  cardBreak('a prop is of another type', inCard('readonly id: string', 'readonly id: number')),
  cardBreak('a prop more is needed', inCard('tone?: string', 'tone: string')),
  cardBreak('a prop takes less', inCard("kind: 'user' | 'team'", "kind: 'user'")),
  { name: 'a widget is taken away', app: 'mfe-cards', team: 'mfe-notes', names: card, exposes: [] },
  {
    name: 'a route is taken',
    app: 'mfe-cards',
    team: 'mfe-notes',
    names: '/notes',
    paths: ['/cards', '/notes'],
  },
  {
    name: 'a route shares an address',
    app: 'mfe-cards',
    team: 'mfe-notes',
    names: '/notes/:id',
    paths: ['/cards', '/notes/:id'],
  },
  {
    name: 'a call is used that the shell has not',
    app: 'mfe-notes',
    team: 'mfe-notes',
    names: 'ledger.newer of @tallystick/shared/api',
    edits: inApi('  one(', '  newer(): Promise<string>;\n  one('),
    uses: { '@tallystick/shared/api': ['ledger.newer'] },
  },
  {
    name: 'a call is used otherwise than the shell has it',
    app: 'mfe-notes',
    team: 'mfe-notes',
    names: one,
    edits: inApi('one(id: string)', 'one(id: string | number)'),
  },
  {
    name: 'an export is used that the shell has not',
    app: 'mfe-notes',
    team: 'mfe-notes',
    names: 'theme of @tallystick/shared/site',
    edits: [['shared/site.ts', 'export', 'export declare const theme: string;\nexport']],
    uses: { '@tallystick/shared/site': ['theme'] },
  },
  {
    name: 'a hook of React is used that there is not',
    app: 'mfe-notes',
    team: 'mfe-notes',
    names: 'useTomorrow of react',
    uses: { react: ['useTomorrow'] },
  },
  {
    name: 'a widget gets another prop',
    app: 'mfe-notes',
    team: 'mfe-notes',
    names: card,
    edits: [
      ['src/routes.tsx', 'id: String(data)', 'id: 7'],
      ['src/remotes/mfe-cards.d.ts', 'id: string', 'id: number'],
    ],
  },
  {
    name: 'a host is not approved',
    app: 'mfe-cards',
    team: 'mfe-cards',
    names: 'https://elsewhere.example',
    connect: ['https://elsewhere.example'],
  },
  {
    name: 'a build is too large',
    app: 'mfe-cards',
    team: 'mfe-cards',
    names: 'settings mfe-cards --bytes',
    bytes: 30_000_000,
  },
];
