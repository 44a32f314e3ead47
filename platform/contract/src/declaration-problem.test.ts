import { describe, expect, it } from 'vitest';
import { declarationProblem } from './declaration-problem.ts';
import type { MenuEntry, RemoteDeclaration } from './remote.ts';
import type { SiteRules } from './site-rules.ts';

const files = new Set(['wood.svg', 'assets/oak.png']);
const films = 'frames:https://films.example.org';
const approvals = {
  connect: ['https://api.example.org', 'wss://live.example.org'],
  paths: ['/:team/diary'],
  openings: [films],
};

function withRoutes(...paths: string[]): RemoteDeclaration {
  return {
    name: 'mfe-note',
    title: 'Notes',
    routes: paths.map((path) => ({ path, page: 'Notes' })),
    menu: [],
  };
}
function withWidgets(exposes: string[]): RemoteDeclaration {
  return { ...withRoutes('/notes'), exposes };
}

/** Brings a widget into the slot `beside` of these apps. */
function bringing(expose: string, ...apps: string[]): RemoteDeclaration {
  const brings = (apps.length > 0 ? apps : ['mfe-x']).map((app) => ({
    slot: `${app}:beside`,
    expose,
    order: 10,
  }));
  return { ...withWidgets(['./card']), brings };
}
function withEntry(given: Partial<MenuEntry>): RemoteDeclaration {
  const entry: MenuEntry = {
    ...{ name: 'notes', text: 'Notes', icon: 'dot', link: 'notes' },
    ...{ user: ['user'], subs: ['lite'], actv: true, order: 1 },
    ...given,
  };
  return { ...withRoutes('/notes', '/notes/:id'), menu: [entry] };
}
function withImage(link: string): RemoteDeclaration {
  const [route] = withRoutes('/notes').routes;
  if (route === undefined) throw new Error('no route');
  return { ...withRoutes(), routes: [{ ...route, layout: { media: { link } } }] };
}
const page = (text: string): RemoteDeclaration => ({
  ...withRoutes(),
  routes: [{ path: '/notes', page: text }],
});
const site: SiteRules = {
  subjects: { breads: 'all', bread: 'one' },
  ownSegments: ['contact', 'feeds'],
};
const about = (path: string, description?: string, subject = 'bread'): RemoteDeclaration => ({
  ...withRoutes(),
  routes: [{ path, page: 'Note', about: subject, ...(description && { description }) }],
});
const banner = (title: string, text?: string): RemoteDeclaration => ({
  ...withRoutes(),
  routes: [
    {
      path: '/notes',
      page: 'Notes',
      layout: { media: { data: { title, ...(text && { text }) } } },
    },
  ],
});
const calls = (...connect: string[]): RemoteDeclaration => ({
  ...withRoutes(),
  policy: { connect },
});
const needing = (...needs: string[]): RemoteDeclaration => ({ ...withRoutes(), policy: { needs } });
const settings = (given: RemoteDeclaration['settings']): RemoteDeclaration => ({
  ...withRoutes('/notes'),
  settings: given,
});
const many = (count: number) => Array.from({ length: count }, (_, at) => `/notes/n${at}`);

const hostile: [string, RemoteDeclaration, RegExp][] = [
  ...(
    [
      ['assets?', 'a query'],
      ['/assets?', 'a query, which the router takes for an optional segment'],
      ['/assets/?', 'an optional slash'],
      ['/assets#top', 'a fragment'],
      ['//assets', 'two slashes'],
      ['/notes//new', 'two slashes within'],
      ['/notes/', 'a slash at the end'],
      ['/\\assets', 'a backslash'],
      ['/notes\\new', 'a backslash within'],
      ['/%61ssets', 'an escape'],
      ['/notes%2Fnew', 'an escaped slash'],
      ['/*', 'a wildcard alone'],
      ['/:any/*', 'a wildcard behind a parameter'],
      ['/notes/*/new', 'a wildcard within'],
      ['*', 'a wildcard without a slash'],
      ['/notes*', 'a wildcard in a word'],
      ['/:any', 'a parameter first'],
      ['/:any/notes', 'a parameter first, and a word'],
      ['/notes/:id?', 'an optional parameter'],
      ['/notes/:', 'a parameter without a name'],
      ['/notes/:1', 'a parameter with a number for a name'],
      ['/notes/x:id', 'a parameter in a word'],
      ['/notes/:id/:id', 'a parameter twice'],
      ['/.', 'a dot'],
      ['/..', 'two dots'],
      ['/notes/../assets', 'a way up'],
      ['/.well-known', 'a hidden folder'],
      ['/robots.txt', 'a file'],
      ['/favicon.ico', 'another file'],
      ['/nótes', 'a letter that URLs escape'],
      ['/аssets', 'a Cyrillic letter that looks like another'],
      ['/no tes', 'a space'],
      ['/notes\u0000', 'a control character'],
      ['/notes\u202e', 'a direction mark'],
      ['/api', 'a page of the shell'],
      ['/API', 'the same in capitals'],
      ['/contact/us', 'below a page of the shell'],
      ['/releases', 'the site server’s'],
      ['/artifacts/:app', 'the site server’s files'],
      ['/health', 'the site server’s health'],
      ['/ready', 'the site server’s readiness'],
      ['/metrics', 'metrics'],
      ['/session', 'sessions'],
      ['/feeds/:id', 'files of the site’s own'],
      ['/sitemap', 'the site server’s sitemap'],
      ['/(notes)', 'parentheses'],
      ['/notes|assets', 'an alternative'],
      ['/notes+', 'a repetition'],
      ['/[a-z]', 'a class of characters'],
      ['', 'nothing'],
      ['notes', 'no slash'],
      [`/${'n'.repeat(201)}`, 'more than 200 characters'],
      ['/-', 'a dash alone'],
    ] as const
  ).map(([path, what]): [string, RemoteDeclaration, RegExp] => [
    `a path with ${what}`,
    withRoutes(path),
    /the route /,
  ]),
  ['the same path twice', withRoutes('/notes', '/NOTES'), /are the same/],
  ['the same shape twice', withRoutes('/notes/:a', '/notes/:b'), /are the same/],
  ['21 widgets', withWidgets(many(21).map((_, at) => `./w${at}`)), /more than 20 widgets/],
  ['its pages as a widget', withWidgets(['./routes']), /exposes \.\/routes as a widget/],
  ['a slot twice', { ...withWidgets([]), slots: ['beside', 'beside'] }, /says beside twice/],
  [
    'too many slots',
    { ...withWidgets([]), slots: Array.from({ length: 21 }, (_, n) => `slot-${n}`) },
    /more than 20 slots/,
  ],
  ['a widget in a slot that it does not expose', bringing('./tags'), /none of its "exposes"/],
  ['a widget in a slot of its own', bringing('./card', 'mfe-note'), /a slot of its own/],
  ['a widget twice in a slot', bringing('./card', 'mfe-x', 'mfe-x'), /into mfe-x:beside twice/],
  [
    '51 settings',
    settings(
      Object.fromEntries(many(51).map((_, at) => [`s${at}`, { type: 'boolean', default: false }])),
    ),
    /more than 50 settings/,
  ],
  [
    'a default out of bounds',
    settings({ size: { type: 'integer', default: 0, minimum: 1 } }),
    /the default of the setting size must be 1 or more/,
  ],
  [
    'a default that is no choice',
    settings({ tone: { type: 'string', default: 'loud', enum: ['calm'] } }),
    /the default of the setting tone must be one of calm/,
  ],
  ['101 routes', withRoutes(...many(101)), /more than 100 routes/],
  [
    '2,000 menu entries',
    {
      ...withRoutes('/notes'),
      menu: Array.from({ length: 2_000 }, () => withEntry({}).menu).flat(),
    },
    /more than 20 menu entries/,
  ],
  ['a menu entry that leads to another site', withEntry({ link: '/evil.example' }), /no route/],
  ['a menu entry to another app', withEntry({ link: 'assets' }), /no route/],
  ['a menu entry to a script', withEntry({ link: 'javascript:alert(1)' }), /no route/],
  ['a menu entry with a query', withEntry({ link: 'notes?x' }), /no route/],
  ['a menu entry with a parameter', withEntry({ link: 'notes/:id' }), /no route/],
  [
    'a menu entry with a wildcard',
    { ...withEntry({ link: 'notes/*' }), routes: withRoutes('/notes/*').routes },
    /no route/,
  ],
  ['a whole app about a bread', about('/notes/:id/*'), /takes addresses of many things/],
  ['a menu entry without a text', withEntry({ text: ' ' }), /is empty/],
  ['a menu entry whose text is a novel', withEntry({ text: 'x'.repeat(41) }), /longer than 40/],
  ['a menu entry that turns its text', withEntry({ text: 'a\u202eb' }), /cannot be seen/],
  ['a menu entry named with a control', withEntry({ name: 'a\u0007' }), /cannot be seen/],
  [
    'a name that every object has',
    { ...withRoutes('/notes'), name: 'constructor' },
    /no app can be/,
  ],
  [
    'a title that hides something',
    { ...withRoutes('/notes'), title: 'No\u200btes' },
    /cannot be seen/,
  ],
  ['a page without a name', page(''), /is empty/],
  ['a page with a novel for a name', page('x'.repeat(101)), /longer than 100/],
  ['a page whose name breaks the line', page('a\u2028b'), /cannot be seen/],
  ['a page about a bread without an id', about('/notes'), /must have one parameter/],
  ['a page about a bread with two ids', about('/notes/:a/:b'), /must have one parameter/],
  [
    'a page about all breads with an id',
    about('/notes/:id', 'All of them.', 'breads'),
    /must have no parameter/,
  ],
  [
    'a page about what the site does not know',
    about('/notes/:id', 'A cake.', 'cake'),
    /is about "cake", which this site does not know: it knows breads, bread$/,
  ],
  [
    'a page about what every object has',
    about('/notes/:id', 'A cake.', 'constructor'),
    /does not know/,
  ],
  ['a description that is a novel', about('/notes/:id', 'x'.repeat(301)), /longer than 300/],
  [
    'a banner with a novel for a title',
    banner('x'.repeat(101)),
    /^the title of the banner of the route \/notes is longer than 100/,
  ],
  [
    'a banner with a novel',
    banner('x', 'x'.repeat(301)),
    /^the text of the banner of the route \/notes is longer than 300/,
  ],
  ['a path with a parameter first that is not the approved one', withRoutes('/:team'), /approved/],
  ...[
    ...['https://other.example.org', 'https://api.example.org:8443', 'http://localhost:4100'],
  ].map((origin): [string, RemoteDeclaration, RegExp] => [
    `the API host ${origin}, which is not the approved one`,
    calls(origin),
    /no manager has approved it/,
  ]),
  ...[
    ...['*', 'https://*', 'https://*.example.org', 'https:', 'https://api.example.org:*'],
    ...['http://api.example.org', 'ws://api.example.org', 'ws://localhost:4100', 'data:', "'self'"],
    ...['api.example.org', '//api.example.org', 'https://api.example.org/', 'https://localhost'],
    ...['https://api.example.org/v1', 'https://api.example.org?x', 'https://u:p@api.example.org'],
    ...['https://API.example.org', 'https://api.example.org:443', 'https://api.example.org.'],
    ...['https://127.0.0.1', 'https://10.0.0.1:8443', 'https://2130706433', 'https://0x7f.1'],
    ...['https://[::1]', 'https://[fd00::1]:8443', 'https://intranet', 'http://localhost'],
    ...['http://127.0.0.1:4100', 'https://api.example.org; script-src *', 'https://a b.org'],
    ...[
      'https://ápi.example.org',
      'https://api_1.example.org',
      `https://${'a.'.repeat(100)}org`,
      '',
    ],
  ].map((origin): [string, RemoteDeclaration, RegExp] => [
    `the API host ${JSON.stringify(origin)}`,
    calls(origin),
    /^the API host .* (is not an origin|has a wildcard|does not|is longer)/,
  ]),
  ['11 API hosts', calls(...many(11)), /more than 10 API hosts/],
  ['21 openings', needing(...many(21)), /^needs more than 20 openings/],
  [
    'an opening that is none',
    needing('eval'),
    /^the opening "eval" is no opening: injectedStyles,/,
  ],
  [
    'two openings that are none',
    needing('eval', 'wasm:yes'),
    /^the opening "eval" is .*; the opening "wasm:yes" takes nothing/,
  ],
  [
    'an opening that is not the approved one',
    needing('frames:https://other.example.org'),
    /^the opening "frames:https:\/\/other\.example\.org" is declared, and no manager has approved it: "settings mfe-note --approve frames:https:\/\/other\.example\.org"$/,
  ],
  [
    'openings that nobody approved, by one command',
    needing('frames:https://other.example.org', 'policies:lit-html'),
    /^the openings "frames:.*", "policies:lit-html" are declared, .* approved them: "settings mfe-note --approve frames:\S+ --approve policies:lit-html"$/,
  ],
  ['an image of another site', withImage('https://evil.example/x.png'), /not a file of the build/],
  ['an image of another origin', withImage('//evil.example/x.png'), /not a file of the build/],
  ['an image of another app', withImage('../../shell/x/wood.svg'), /not a file of the build/],
  ['an image that is a text', withImage('data:image/svg+xml,x'), /not a file of the build/],
];

const honest: [string, RemoteDeclaration][] = [
  ...[
    '/',
    '/notes',
    '/Notes',
    '/notes/new',
    '/notes/:id',
    '/notes/:id/edit',
    '/notes/:id/:part',
    '/notes/:note_id',
    '/notes/:noteId',
    '/notes/:_id',
    '/a',
    '/9',
    '/2026',
    '/2026/11',
    '/my-notes',
    '/my_notes',
    '/my~notes',
    '/notes-2',
    '/tx/:id',
    '/user/:id',
    '/auth',
    '/auth/mail',
    '/apis',
    '/contacts',
    '/release',
    '/artifact',
    '/healthy',
    '/notes/api',
    '/notes/health',
    '/notes/releases/:id',
    '/a/b/c/d/e/f',
    `/${'n'.repeat(199)}`,
    '/X',
    '/notes/-'.replace('-', 'a-'),
    '/notes/x~',
    '/notes/*',
    '/notes/:id/*',
  ].map((path): [string, RemoteDeclaration] => [`the path ${path}`, withRoutes(path)]),
  ['a menu entry to a whole app', { ...withEntry({}), routes: withRoutes('/notes/*').routes }],
  [
    'a menu entry to a place in a whole app',
    { ...withEntry({ link: 'notes/new' }), routes: withRoutes('/notes/*').routes },
  ],
  ['a word beside a parameter', withRoutes('/notes/:id', '/notes/new')],
  ['a parameter at two depths', withRoutes('/notes/:id', '/notes/:id/:part')],
  ['100 routes', withRoutes(...many(100))],
  ['no route at all', withRoutes()],
  ['a page about a bread', about('/notes/:id/all', 'All of a bread.')],
  ['a page about all breads', about('/notes', 'All of them.', 'breads')],
  ['a menu entry to a route', withEntry({})],
  ['a menu entry in capitals', withEntry({ link: 'NOTES' })],
  ['a menu entry to one of many', withEntry({ link: 'notes/7' })],
  ['a menu entry that is not shown', withEntry({ actv: false })],
  ['a menu entry of 40 letters', withEntry({ text: 'x'.repeat(40) })],
  ['a menu entry in Greek', withEntry({ text: 'Σημειώσεις' })],
  ['a menu entry in Arabic', withEntry({ text: 'ملاحظات' })],
  ['a menu entry in Japanese', withEntry({ text: 'ノート' })],
  ['a menu entry with an ampersand', withEntry({ text: 'Q & A <b>' })],
  ['a menu entry to Home', { ...withEntry({ link: '/' }), routes: [{ path: '/', page: 'Home' }] }],
  ['a title with an accent', { ...withRoutes('/notes'), title: 'Notices légales' }],
  ['a page with a quotation', page('“Notes”')],
  ['a page of 100 letters', page('x'.repeat(100))],
  ['a page with an exclamation', page('Notes!')],
  ['a banner', banner('Noted.')],
  ['a banner with a text', banner('Noted.', 'All of it, in one place.')],
  ['a banner of 300 letters', banner('Noted.', 'x'.repeat(300))],
  ['an image of the build', withImage('wood.svg')],
  ['an image in a folder of the build', withImage('assets/oak.png')],
  ['an emoji of one character', page('Notes 🪵')],
  ['a dash', page('Notes – all')],
  ['the approved path with a parameter first', withRoutes('/:team/diary')],
  ['the same by another name', withRoutes('/:t/Diary')],
  ['the approved API host', calls('https://api.example.org')],
  ['an approved host by a socket', calls('wss://live.example.org')],
  ['the approved opening, and what the site alone can open', needing(films, 'injectedStyles')],
  ['a widget in slots of two others', bringing('./card', 'mfe-x', 'mfe-y')],
  ['a policy that asks for nothing', { ...withRoutes(), policy: {} }],
];

describe('a declaration', () => {
  it.each(hostile)('with %s is refused', (_what, declaration, words) => {
    expect(declarationProblem(declaration, files, approvals, site)).toMatch(words);
  });

  it.each(honest)('with %s is taken', (_what, declaration) => {
    expect(declarationProblem(declaration, files, approvals, site)).toBeNull();
  });

  it('is held to its grammar alone where nobody knows what is approved', () => {
    for (const origin of ['https://other.example.org', 'https://a.b:1', 'http://localhost:4100']) {
      expect(declarationProblem(calls(origin), files)).toBeNull();
    }
    expect(declarationProblem(withRoutes('/:any'), files)).toBeNull();
    expect(declarationProblem(needing('wasm'), files)).toBeNull();
    const unknownSite = { ...approvals, openings: null };
    expect(declarationProblem(needing('wasm'), files, unknownSite)).toBeNull();
    expect(declarationProblem(withRoutes('/contact/us'), files)).toBeNull();
    expect(declarationProblem(about('/notes/:id', 'A cake.', 'cake'), files)).toBeNull();
    expect(declarationProblem(about('/notes/:a/:b'), files)).toMatch(/one parameter at most/);
    expect(declarationProblem(calls('https://intranet'), files)).toMatch(/does not name a host/);
  });

  it('is judged by sixty of each', () => {
    expect(hostile.length).toBeGreaterThanOrEqual(60);
    expect(honest.length).toBeGreaterThanOrEqual(60);
  });
});
