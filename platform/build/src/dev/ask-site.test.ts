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

it('asks of a site elsewhere whether it is reached, and not to start one', async () => {
  const cause = Object.assign(new Error('getaddrinfo ENOTFOUND tally.example'), {
    code: 'ENOTFOUND',
  });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause })));
  await expect(askSite('https://tally.example')).rejects.toThrow(
    /^https:\/\/tally\.example does not answer \(getaddrinfo ENOTFOUND tally\.example\): does it run, and does this machine reach it\?$/,
  );
});

it('says of a site whose servers are away that they are, and not that it is none', async () => {
  vi.stubGlobal('fetch', async () => new Response('no upstream', { status: 503 }));
  await expect(askSite('https://tally.example')).rejects.toThrow(
    'https://tally.example answers with status 503 and no page: its servers are in trouble, or being changed',
  );
});
