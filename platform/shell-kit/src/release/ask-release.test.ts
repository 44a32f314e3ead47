import { afterEach, expect, it, vi } from 'vitest';
import { askRelease } from './ask-release.ts';
import { readProven } from './proven-builds.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['a page of a proxy is no answer of the site', '<h1>Back soon</h1>', 200, 'unreachable'],
  ['a refusal is none', '{}', 503, 'unreachable'],
  ['a release of another kind needs another shell', '{"kind":"later"}', 200, 'unreadable'],
])('%s', async (_what, body, status, why) => {
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
  expect(await askRelease(readProven('required').release)).toEqual({ type: 'no-release', why });
});
