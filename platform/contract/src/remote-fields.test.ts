import { expect, it } from 'vitest';
import { parseDeclaration } from './parse-declaration.ts';

const entry = { name: 'notes', text: 'Notes', icon: 'tag', link: 'notes', order: 1 };
const whole = {
  name: 'mfe-notes',
  title: 'Notes',
  routes: [{ path: '/notes', page: 'Notes' }],
  menu: [entry],
};

function problemOf(content: unknown): string {
  const read = parseDeclaration(JSON.stringify(content), null);
  return read.ok ? 'none' : read.problem;
}

it.each([
  [whole, 'none'],
  [
    { ...whole, menu: [{ ...entry, icon: undefined }] },
    'menu.0 lacks "icon": the name of a picture that the site has',
  ],
  [
    { ...whole, menu: [entry, { ...entry, user: 'all' }] },
    'menu.1.user must be a list, and is "all"; it says who sees the entry, such as ["user","team"]',
  ],
  [{ ...whole, title: undefined }, 'it lacks "title": what people call it'],
  [
    { ...whole, routes: [{ path: '/notes' }] },
    'routes.0 lacks "page": the first part of the title of the document',
  ],
  [
    { ...whole, redirects: [{ from: '/notes' }] },
    'redirects.0 lacks "to": the path of the route that took its place, such as "/memos/:id"',
  ],
  [
    { ...whole, owner: { links: [] } },
    'owner lacks "team": what your team is called, in 60 characters at most',
  ],
  [
    { ...whole, routes: [{ path: 'notes', page: 'Notes' }] },
    'routes.0.path must begin with "/", and is "notes"; it says where the page is, such as "/notes"',
  ],
  [
    { ...whole, name: 'Notes' },
    'name is not well formed, and is "Notes"; it says the app, such as "mfe-notes"',
  ],
  [7, 'it must be an object, and is 7'],
])('says of %j: %s', (content, problem) => {
  expect(problemOf(content)).toBe(problem);
});
