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
  expect(read(declared)).toEqual({ ok: true, value: { declaration: declared, notes: [] } });
});

it('reads a file that begins with a byte order mark, and notes it', () => {
  expect(read(declared, '\uFEFF')).toEqual({
    ok: true,
    value: {
      declaration: declared,
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
  expect(read(content)).toEqual({ ok: true, value: { declaration, notes } });
});

it('says everything that is wrong at once', () => {
  expect(read({ ...declared, title: 7, menu: [{ name: 'a' }] })).toMatchObject({
    code: 'invalid',
    problem: expect.stringMatching(/^title: .*; menu\.0 lacks "text": .*; menu\.0 lacks "icon": /),
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
