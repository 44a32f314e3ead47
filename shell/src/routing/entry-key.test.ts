// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { keyFirstEntry } from './entry-key.ts';

beforeEach(() => history.replaceState(null, '', '/'));

it('gives each entry that is opened afresh a key of its own', () => {
  keyFirstEntry();
  const first = history.state.key;
  history.replaceState({ idx: 3 }, '');
  keyFirstEntry();
  expect(history.state).toEqual({ idx: 3, key: expect.stringMatching(/^\w+$/) });
  expect(history.state.key).not.toBe(first);
});

it('leaves a key that is there, as after a reload', () => {
  history.replaceState({ idx: 3, key: 'abc' }, '');
  keyFirstEntry();
  expect(history.state).toEqual({ idx: 3, key: 'abc' });
});
