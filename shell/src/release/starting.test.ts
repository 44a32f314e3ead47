// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';

const part = { app: 'mfe-a', build: 'one' };

/** The module as the next page of this tab has it. */
async function nextPage() {
  vi.resetModules();
  return import('./starting.ts');
}

beforeEach(() => sessionStorage.clear());

it('tells the next page what was starting when a page hung', async () => {
  (await nextPage()).markStarting(part);
  expect((await nextPage()).readBroken()).toEqual({ before: [], now: part });
});

it('tells the next page nothing of a page that went', async () => {
  const page = await nextPage();
  page.markStarting(part);
  page.endMarks();
  // What still runs while the browser leaves.
  page.markStarting(part);
  expect((await nextPage()).readBroken().now).toBeNull();
});

it('marks again when the page is shown again', async () => {
  const page = await nextPage();
  page.endMarks();
  dispatchEvent(new Event('pageshow'));
  page.markStarting(part);
  expect((await nextPage()).readBroken().now).toEqual(part);
});

it('keeps the mark of a build that the next page shall begin without', async () => {
  const page = await nextPage();
  expect(page.startWithout(part)).toBe(true);
  page.endMarks();
  expect((await nextPage()).readBroken()).toEqual({ before: [], now: part });
});
