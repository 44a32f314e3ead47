// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { keep, keptOf, readKept, stateOf } from './kept.ts';
import { entering } from './machine.ts';
import { address, after, minute, noon, toRequesting, toSent, wayTo } from './states.testing.ts';

const key = 'tallystick:sign-in';
afterEach(() => sessionStorage.clear());

const email = address;
const times = { expiresAt: noon + 5 * minute, resendAt: noon + minute };
const code = { step: 'code', email, trxn: 't1', attempt: 'a1', ...times, triesLeft: 5 };

describe('what is kept', () => {
  it.each([
    ['entering', { step: 'mail', email }],
    ['requesting', { step: 'mail', email }],
    ['sent', code],
    ['checking', code],
    ['signing-in', { step: 'checked', email, until: noon + 10 * minute }],
    ['refused', { step: 'checked', email, until: noon + 10 * minute }],
    ['expired', { step: 'expired', email, resendAt: times.resendAt }],
    ['done', null],
  ] as const)('of %s', (name, kept) => {
    const state = after(...wayTo[name]);
    expect(keptOf(state)).toEqual(kept);
    keep(keptOf(state));
    expect(readKept()).toEqual(kept);
    expect(sessionStorage.getItem(key) ?? '').not.toMatch(/123.?456/);
  });

  it('of a code that is asked for again is the one there is', () => {
    const sent = after(...toSent);
    if (sent.name !== 'sent') throw new Error('not sent');
    expect(keptOf({ name: 'requesting', email, from: sent })).toEqual(code);
    expect(keptOf(after(...toRequesting))).toEqual({ step: 'mail', email });
  });
});

describe('a reload', () => {
  it.each([
    ['entering', 'entering'],
    ['requesting', 'entering'],
    ['sent', 'sent'],
    ['checking', 'sent'],
    ['signing-in', 'refused'],
    ['refused', 'refused'],
    ['expired', 'expired'],
  ] as const)('leads from %s to %s, without the code', (name, next) => {
    const state = stateOf(keptOf(after(...wayTo[name])));
    expect(state).toMatchObject({ name: next, email });
    expect(state).not.toHaveProperty('code', '123 456');
  });

  it('begins anew after signing in', () => {
    expect(stateOf(keptOf(after(...wayTo.done)))).toEqual(entering());
  });

  it.each([
    null,
    '',
    '{',
    '[]',
    '{"step":"code","email":"ada@example.org"}',
    '{"step":"code","email":"a@b","trxn":"","attempt":"a","expiresAt":1,"resendAt":1,"triesLeft":1}',
    '{"step":"code","email":"a@b","trxn":"t","attempt":"","expiresAt":1,"resendAt":1,"triesLeft":1}',
    '{"step":"code","email":"a@b","trxn":"t","attempt":"a","expiresAt":"1","resendAt":1,"triesLeft":1}',
    '{"step":"done","email":"ada@example.org"}',
  ])('begins anew if %j is stored', (text) => {
    if (text !== null) sessionStorage.setItem(key, text);
    expect(readKept()).toBeNull();
  });
});
