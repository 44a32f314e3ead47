import { afterEach, expect, it, vi } from 'vitest';
import { fixGlobals } from './fixed-globals.ts';

afterEach(() => vi.restoreAllMocks());

it('keeps what data comes through, and says so to who would replace it', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const original = () => 'kept';
  const page = { fetch: original, EventSource: class {}, XMLHttpRequest: class {}, other: 1 };
  fixGlobals(page);
  page.fetch = () => 'hostile';
  page.other = 2;
  expect(() => Object.defineProperty(page, 'fetch', { value: () => 'hostile' })).toThrow(TypeError);
  expect(page.fetch).toBe(original);
  expect(page.other).toBe(2);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('fetch cannot be replaced'));
});
