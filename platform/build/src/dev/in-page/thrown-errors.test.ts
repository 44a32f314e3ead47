// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { showThrownErrors, type TellThrown, telling } from './thrown-errors.ts';

const base = 'http://localhost:4100/@copy/';
/** Line 1, from column 20 on, is line 12 of a file. */
const map = { version: 3, sources: ['webpack://x/./src/total.tsx'], names: [], mappings: 'oBAWI' };
/** Whole it would be taken for the map of this test. */
const named = ['source', 'MappingURL'].join('');
const files: Readonly<Record<string, string>> = {
  [`${base}routes.js`]: `one line\n//# ${named}=routes.js.map`,
  [`${base}routes.js.map`]: JSON.stringify(map),
  [`${base}src/page.jsx`]: `\n//# ${named}=data:application/json,${encodeURIComponent(
    JSON.stringify({ ...map, sources: ['page.jsx'] }),
  )}`,
  [`${base}src/short.jsx`]: `\n//# ${named}=data:application/json;charset=utf-8;base64,${btoa(
    JSON.stringify({ ...map, sources: ['short.jsx'] }),
  )}`,
  [`${base}plain.js`]: 'a script without a map',
};

function errorAt(place: string, message = 'no total') {
  const frames = ['at react (http://site.test/artifacts/shell/a/main.js:1:2)', `at f (${place})`];
  return Object.assign(new TypeError(message), {
    stack: [`TypeError: ${message}`, ...frames].join('\n    '),
  });
}

let tell: TellThrown;
const text = () => document.querySelector('[role=alert]')?.textContent ?? null;
const save = () =>
  dispatchEvent(new MessageEvent('message', { data: { type: 'webpackInvalid' }, source: window }));

beforeAll(() => {
  vi.stubGlobal('fetch', async (address: string) => new Response(files[address]));
  document.body.innerHTML = '<aside id="working-copy">mfe-notes is your working copy.</aside>';
  tell = showThrownErrors(base);
});
beforeEach(save);

describe('what the working copy throws stands below its line', () => {
  it.each([
    [`${base}routes.js:1:25`, 'src/total.tsx:12'],
    [`${base}src/page.jsx:1:25`, '@copy/src/page.jsx:12'],
    [`${base}src/short.jsx:1:25`, '@copy/src/short.jsx:12'],
    [`${base}plain.js:7:1`, '@copy/plain.js:7'],
    ['webpack-internal:///./src/total.tsx:12:3', 'src/total.tsx:12'],
  ])('by its line in the source: %s', async (place, expected) => {
    tell(errorAt(place));
    await expect.poll(text).toBe(`TypeError: no total\n  ${expected}`);
  });

  it('each once, five at most, until a file is saved', async () => {
    for (const letter of 'aabcdefg') tell(errorAt('elsewhere', `of ${letter}`));
    const all = [...'abcde'].map((letter) => `TypeError: of ${letter}`).join('\n\n');
    await expect.poll(text).toBe(all);
    save();
    expect(text()).toBeNull();
  });

  it('also where nobody caught it, and not what other code threw', async () => {
    dispatchEvent(
      new ErrorEvent('error', { error: errorAt('http://site.test/main.js:1:1', 'other') }),
    );
    dispatchEvent(new ErrorEvent('error', { error: errorAt(`${base}routes.js:1:25`, 'own') }));
    await expect.poll(text).toBe('TypeError: own\n  src/total.tsx:12');
  });

  it('as a loader throws it, at once or later, and the page gets it still', async () => {
    const error = errorAt('elsewhere', 'in a loader');
    const now = telling(() => {
      throw error;
    }, tell);
    const later = telling(async () => {
      throw errorAt('elsewhere', 'later');
    }, tell);
    if (typeof now !== 'function' || typeof later !== 'function') throw new Error('no functions');
    expect(now).toThrow(error);
    await expect(later()).rejects.toThrow('later');
    await expect.poll(text).toBe('TypeError: in a loader\n\nTypeError: later');
  });

  it('but not an answer, nor a request that is not wanted any more', async () => {
    tell(new Response(null, { status: 404 }));
    tell(new DOMException('The user aborted a request.', 'AbortError'));
    tell(errorAt('elsewhere', 'last'));
    await expect.poll(text).toBe('TypeError: last');
  });
});
