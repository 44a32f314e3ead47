import { describe, expect, it } from 'vitest';
import { entering } from './machine.ts';
import {
  address,
  after,
  minute,
  noon,
  notSent,
  second,
  toChecking,
  toExpired,
  toRequesting,
  toSent,
  wayTo,
  wrongCode,
} from './states.testing.ts';
import { limitsOf, waitOf, wordsOf } from './words.ts';

const well = (message: string) => ({ message, failed: false, reason: '' });
const failed = (message: string, reason: string) => ({ message, failed: true, reason });

describe('the words of a state', () => {
  it('are those of the specification', () => {
    expect(wordsOf(entering())).toEqual(well(''));
    expect(wordsOf(after(...toRequesting))).toEqual(well('Please Wait...'));
    expect(wordsOf(after(...toSent))).toEqual(
      well('OTP sent to Your Email. Please check (SPAM also)'),
    );
    expect(wordsOf(after(...toRequesting, notSent))).toEqual(failed('Failed', 'No network.'));
    expect(wordsOf(after(...toChecking))).toEqual(well('Please Wait...'));
    expect(wordsOf(after(...wayTo['signing-in']))).toEqual(well('Success. Please Wait...'));
    expect(wordsOf(after(...toChecking, wrongCode))).toEqual(
      failed('Failed. Please Check OTP...', 'Wrong.'),
    );
    expect(wordsOf(after(...toExpired))).toEqual(failed('Failed. Please Check OTP...', 'Wrong.'));
    expect(wordsOf(after(...wayTo.refused))).toEqual(failed('Failed', 'Too many.'));
    expect(wordsOf(after(...wayTo.done))).toEqual(well('Success. Please Wait...'));
  });

  it('say that a right code need not be typed again after a reload', () => {
    const known = { email: address, code: '', until: noon, reason: null };
    expect(wordsOf({ name: 'refused', ...known })).toEqual(
      well('Your OTP is correct. Continue to sign in.'),
    );
  });

  it('say that the time of a code is over', () => {
    const known = { email: address, resendAt: noon, failure: null };
    expect(wordsOf({ name: 'expired', ...known })).toEqual(
      failed('This OTP is no longer valid.', ''),
    );
  });
});

describe('the limits of a code', () => {
  it.each([
    [0, 'Expires in 5 minutes · 5 attempts left'],
    [3 * minute, 'Expires in 2 minutes · 5 attempts left'],
    [4 * minute, 'Expires in 1 minute · 5 attempts left'],
    [5 * minute - 1, 'Expires in 1 minute · 5 attempts left'],
  ])('after %d ms', (later, limits) => {
    expect(limitsOf(after(...toSent), noon + later)).toBe(limits);
  });

  it('count its last try', () => {
    const state = after(...toChecking, { ...wrongCode, triesLeft: 1 });
    expect(limitsOf(state, noon)).toBe('Expires in 5 minutes · 1 attempt left');
  });

  it('are told while there is one to type', () => {
    expect(limitsOf(after(...toExpired), noon)).toBe('');
  });
});

describe('the wait after a failure', () => {
  it.each([
    [40, 0, 'You can try again in 40 s.'],
    [40, 39 * second, 'You can try again in 1 s.'],
    [40, 40 * second, ''],
    [240, 0, 'You can try again in 4 min.'],
  ])('of %d s, %d ms later', (retryAfter, later, words) => {
    const state = after(...toRequesting, { ...notSent, retryAfter });
    expect(waitOf(state, noon + later)).toBe(words);
  });

  it('is not told where there is none', () => {
    expect(waitOf(after(...toRequesting, notSent), noon)).toBe('');
    expect(waitOf(after(...toSent), noon)).toBe('');
  });
});
