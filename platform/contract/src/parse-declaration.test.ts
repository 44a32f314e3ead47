import { expect, it } from 'vitest';
import { parseDeclaration } from './parse-declaration.ts';

const declared = {
  name: 'mfe-note',
  title: 'Notes',
  routes: [{ path: '/notes', page: 'Notes' }],
  menu: [],
};
const read = (content: unknown, before = '') =>
  parseDeclaration(before + JSON.stringify(content), null);

it('reads what the file declares, and has nothing to note', () => {
  expect(read(declared)).toEqual({
    ok: true,
    value: { declaration: declared, owner: undefined, notes: [] },
  });
});

it('reads a file that begins with a byte order mark, and notes it', () => {
  expect(read(declared, '\uFEFF')).toEqual({
    ok: true,
    value: {
      declaration: declared,
      owner: undefined,
      notes: ['It begins with a byte order mark: save it as UTF-8 without one.'],
    },
  });
});

it('notes the fields that nobody reads, wherever they stand', () => {
  const content = {
    ...declared,
    routes: [{ path: '/notes', page: 'Notes', titel: 'x', layout: { media: { img: 'a.svg' } } }],
    widgets: ['./note-card'],
  };
  const declaration = {
    ...declared,
    routes: [{ path: '/notes', page: 'Notes', layout: { media: {} } }],
  };
  const notes = ['Nobody reads routes.0.titel, routes.0.layout.media.img, widgets.'];
  expect(read(content)).toEqual({ ok: true, value: { declaration, owner: undefined, notes } });
});

it('says everything that is wrong at once', () => {
  expect(read({ ...declared, title: 7, menu: [{ name: 'a' }] })).toMatchObject({
    code: 'invalid',
    problem: expect.stringMatching(
      /^title must be text, and is 7; .*; menu\.0 lacks "text": .*; menu\.0 lacks "icon": /,
    ),
  });
  const routes = ['/*/notes', '/notes/a', '/notes/A', '/api/x'].map((path) => ({
    path,
    page: 'Notes',
  }));
  expect(read({ ...declared, routes })).toEqual({
    ok: false,
    code: 'unfit',
    problem:
      'the route "/*/notes" has a wildcard: only the last segment may be one, and the first is a word; the routes /notes/a and /notes/A are the same; the route "/api/x" begins with "api", which belongs to the site itself',
  });
});

it('says why a text is none', () => {
  const problem = expect.stringMatching(/^it is not JSON \(.+\)$/);
  expect(parseDeclaration('{"name":"x",}', null)).toEqual({ ok: false, code: 'invalid', problem });
});

const owner = {
  team: 'Notes',
  links: [
    { text: 'Chat', href: 'https://chat.example/notes' },
    { text: 'Mail', href: 'mailto:notes@example.org' },
  ],
};

it('reads whose the remote is apart from what it declares', () => {
  expect(read({ ...declared, owner })).toEqual({
    ok: true,
    value: { declaration: declared, owner, notes: [] },
  });
  const { team } = owner;
  expect(read({ ...declared, owner: { team } })).toMatchObject({
    value: { owner: { team, links: [] } },
  });
});

const linksTo = (...hrefs: string[]) => ({
  team: 'Notes',
  links: hrefs.map((href) => ({ text: 'Chat', href })),
});
it.each([
  [{ team: ' ' }, 'the team of its owner is empty'],
  [{ team: 'a'.repeat(61) }, 'the team of its owner is longer than 60 characters'],
  [{ team: 'a\u202eb' }, 'the team of its owner has characters that cannot be seen'],
  [linksTo(...Array(6).fill('https://a.example')), 'its owner has more than 5 links'],
  [
    linksTo('https://a.example', 'javascript:alert(1)'),
    'the link "Chat" of its owner is no address that begins with https: or mailto:',
  ],
  [
    linksTo('http://a.example'),
    'the link "Chat" of its owner is no address that begins with https: or mailto:',
  ],
  [
    linksTo('https://team:secret@a.example'),
    'the link "Chat" of its owner is no address that begins with https: or mailto:',
  ],
  [
    linksTo(`https://a.example/${'a'.repeat(490)}`),
    'the link "Chat" of its owner is longer than 500 characters',
  ],
])('takes no such owner: %j', (owner, problem) => {
  expect(read({ ...declared, owner })).toEqual({ ok: false, code: 'unfit', problem });
});
