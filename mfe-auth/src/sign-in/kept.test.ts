// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { keep, keptOf, readKept } from './kept.ts';
import { entering } from './machine.ts';
import { address, after, minute, noon, toRequesting, toSent, wayTo } from './states.testing.ts';

const key = 'tallystick:sign-in';
afterEach(() => sessionStorage.clear());

const email = address;
const times = { expiresAt: noon + 5 * minute, resendAt: noon + minute };
const sent = { trxn: 't1', attempt: 'a1', ...times, triesLeft: 5 };
const code = { name: 'sent', email, sent };

describe('what is kept', () => {
  it.each([
    ['entering', { name: 'entering', email }],
    ['requesting', { name: 'entering', email }],
    ['sent', code],
    ['checking', code],
    ['signing-in', { name: 'refused', email, until: noon + 10 * minute }],
    ['refused', { name: 'refused', email, until: noon + 10 * minute }],
    ['expired', { name: 'expired', email, resendAt: times.resendAt }],
    ['done', null],
  ] as const)('of %s', (name, kept) => {
    const state = after(...wayTo[name]);
    expect(keptOf(state)).toEqual(kept);
    keep(keptOf(state));
    expect(JSON.parse(sessionStorage.getItem(key) ?? 'null')).toEqual(kept);
    expect(sessionStorage.getItem(key) ?? '').not.toMatch(/123.?456/);
  });

  it('of a code that is asked for again is the one there is', () => {
    const from = after(...toSent);
    if (from.name !== 'sent') throw new Error('not sent');
    expect(keptOf({ name: 'requesting', email, from })).toEqual(code);
    expect(keptOf(after(...toRequesting))).toEqual({ name: 'entering', email });
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
    keep(keptOf(after(...wayTo[name])));
    const state = readKept();
    expect(state).toMatchObject({ name: next, email });
    expect(state).not.toHaveProperty('code', '123 456');
  });

  it('begins anew after signing in', () => {
    keep(keptOf(after(...wayTo.done)));
    expect(readKept()).toEqual(entering());
  });

  it.each([
    null,
    '',
    '{',
    '[]',
    JSON.stringify({ name: 'sent', email }),
    JSON.stringify({ ...code, sent: { ...sent, trxn: '' } }),
    JSON.stringify({ ...code, sent: { ...sent, attempt: '' } }),
    JSON.stringify({ ...code, sent: { ...sent, expiresAt: '1' } }),
    JSON.stringify({ ...code, code: '123456' }),
    JSON.stringify({ name: 'done', email }),
  ])('begins anew if %j is stored', (text) => {
    if (text !== null) sessionStorage.setItem(key, text);
    expect(readKept()).toEqual(entering());
  });
});
