import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readApp } from './app.ts';
import { makeRemote } from './remote.testing.ts';

it('notes what nobody reads in remote.json, and a byte order mark', () => {
  const folder = makeRemote('', { widgets: ['./note-card'] });
  const file = join(folder, 'remote.json');
  writeFileSync(file, `\uFEFF${readFileSync(file, 'utf8')}`);
  const { declaration, notes } = readApp(folder);
  expect(declaration?.name).toBe('mfe-note');
  expect(notes).toEqual([
    `${file}: It begins with a byte order mark: save it as UTF-8 without one.`,
    `${file}: Nobody reads widgets.`,
  ]);
});

it('says everything that is wrong with remote.json in one line', () => {
  const routes = ['/*', '/api'].map((path) => ({ path, page: 'Notes' }));
  const folder = makeRemote('', { routes });
  expect(() => readApp(folder)).toThrow(
    /^\S+remote\.json: the route "\/\*" has a wildcard.*; the route "\/api" begins with "api".*$/,
  );
});
