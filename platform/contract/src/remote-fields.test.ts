import * as v from 'valibot';
import { expect, it } from 'vitest';
import { remoteFieldProblem } from './remote-fields.ts';
import { remoteFileSchema } from './remote-file.ts';

const entry = { name: 'notes', text: 'Notes', icon: 'tag', link: 'notes', order: 1 };
const whole = {
  name: 'mfe-notes',
  title: 'Notes',
  routes: [{ path: '/notes', page: 'Notes' }],
  menu: [entry],
};

function problemOf(content: unknown): string {
  const read = v.safeParse(remoteFileSchema, content);
  return read.success ? 'none' : remoteFieldProblem(read.issues[0]);
}

it.each([
  [whole, 'none'],
  [
    { ...whole, menu: [{ ...entry, icon: undefined }] },
    'menu.0 lacks "icon": the name of a picture that the site has',
  ],
  [
    { ...whole, menu: [entry, { ...entry, user: 'all' }] },
    'menu.1.user: Invalid type: Expected Array but received "all"; it says who sees the entry, such as ["user","team"]',
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
  [7, 'content: Invalid type: Expected Object but received 7'],
])('says of %j: %s', (content, problem) => {
  expect(problemOf(content)).toBe(problem);
});
