// @vitest-environment jsdom

import { beforeEach, expect, it, vi } from 'vitest';

// What came with the page is read once: each test has a page, and so a module, of its own.
beforeEach(() => {
  vi.resetModules();
  delete document.documentElement.dataset.shown;
  document.body.innerHTML = '';
});

const list = { path: 'transfers/list/data', result: { code: 200, data: { count: 3 } } };
const body = { data: { index: 1, items: 10 } };

async function served(answers: unknown) {
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = 'answers';
  script.textContent = typeof answers === 'string' ? answers : JSON.stringify(answers);
  document.body.append(script);
  return (await import('./handed-answers.ts')).takeHandedAnswer;
}

it('gives an answer that came with the page to the first call that is the same', async () => {
  const take = await served([{ ...list, body: '[{"index":1,"items":10},null]' }]);
  expect(take('transfers/list/data', { data: { index: 2, items: 10 } })).toBeUndefined();
  expect(take('assets/list/data', body)).toBeUndefined();
  expect(take('transfers/list/data', { ...body, srvc: 'issuer' })).toBeUndefined();
  // What a tab was shown is no part of the question.
  expect(take('transfers/list/data', { ...body, seen: 5 })).toEqual(list.result);
  expect(take('transfers/list/data', body)).toBeUndefined();
});

it('gives none once the first page stands there', async () => {
  const take = await served([{ ...list, body: '[{"index":1,"items":10},null]' }]);
  document.documentElement.dataset.shown = '';
  expect(take('transfers/list/data', body)).toBeUndefined();
});

it.each(['', 'no JSON', [{ path: 1 }]])('has none where %j stands in the page', async (answers) => {
  expect((await served(answers))('transfers/list/data', body)).toBeUndefined();
});
