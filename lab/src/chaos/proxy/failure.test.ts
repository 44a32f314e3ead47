import { describe, expect, it } from 'vitest';
import { applyFailure } from './failure.ts';

const answer = {
  status: 200,
  headers: { 'content-type': 'text/javascript', 'transfer-encoding': 'chunked', etag: '"x"' },
  body: Buffer.from('abcdef'),
};

describe('a failing answer', () => {
  it('flips one bit, and says the same length', () => {
    const { body, headers, cut } = applyFailure('flipped', answer);
    expect(body.toString()).toBe('abceef');
    expect(headers).toEqual({
      'content-type': 'text/javascript',
      'content-length': '6',
      'cache-control': 'no-store',
    });
    expect(cut).toBe(false);
  });

  it('truncates as though that were all, or cuts what was to be more', () => {
    expect(applyFailure('truncated', answer)).toMatchObject({
      body: Buffer.from('abc'),
      headers: { 'content-length': '3' },
      cut: false,
    });
    expect(applyFailure('cut', answer)).toMatchObject({
      body: Buffer.from('abc'),
      headers: { 'content-length': '6' },
      cut: true,
    });
  });

  it('leaves the answer as it was', () => {
    expect(answer.body.toString()).toBe('abcdef');
  });
});
