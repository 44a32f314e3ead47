import { afterEach, expect, it, vi } from 'vitest';
import { askSite } from './ask-site.ts';

afterEach(() => vi.unstubAllGlobals());

it('says why nothing answers where several addresses were tried', async () => {
  // As Node has it of a name such as `localhost`: one error for all, without words.
  const cause = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause })));
  await expect(askSite('http://localhost:4000')).rejects.toThrow(
    'http://localhost:4000 is no running site (ECONNREFUSED): start one (npm start), or name another with --site',
  );
});
