import { describe, expect, it } from 'vitest';
import { RemoteUnavailable } from '../federation/load-failure.ts';
import { failureOf } from './zone-error.tsx';

const named = (name: string, message: string) => Object.assign(new Error(message), { name });
const response = (status: number) => new Response(null, { status });

describe('what a thrown error means', () => {
  it.each([
    ['a 404 of a loader', response(404), { code: 'not-found' }],
    ['another status of a loader', response(500), { code: 'unexpected' }],
    [
      'a remote that did not load',
      new RemoteUnavailable('Parties', null),
      { code: 'part-missing', part: 'Parties' },
    ],
    [
      'a script chunk that did not load',
      named('ChunkLoadError', 'Loading chunk 7 failed.'),
      { code: 'chunk-missing' },
    ],
    [
      'a stylesheet chunk that did not load',
      Object.assign(new Error('Loading CSS chunk 7 failed.'), { code: 'CSS_CHUNK_LOAD_FAILED' }),
      { code: 'chunk-missing' },
    ],
    [
      'an import that failed',
      new TypeError('Failed to fetch dynamically imported module: https://site.test/a.js'),
      { code: 'chunk-missing' },
    ],
    ['a mistake in a page', new TypeError('x is undefined'), { code: 'unexpected' }],
    ['something that is no error', 'oh', { code: 'unexpected' }],
  ])('%s', (_what, error, failure) => {
    expect(failureOf(error)).toEqual(failure);
  });
});
