import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  advance,
  emailLocked,
  mayAskCode,
  mayContinue,
  plainCode,
  type SignInEvent,
  type SignInFlow,
  start,
} from './flow.ts';

const after = (...events: readonly SignInEvent[]): SignInFlow => events.reduce(advance, start);

const email: SignInEvent = { type: 'email-typed', email: 'ada@example.org' };
const code: SignInEvent = { type: 'code-typed', code: '123456' };
const asked: SignInEvent = { type: 'asked' };
const sent: SignInEvent = { type: 'code-sent', trxn: 't1' };

describe('Get OTP', () => {
  it.each([
    ['', false],
    ['ada', false],
    ['ada@', true],
    ['ada@example.org', true],
  ])('with the address %j: %s', (typed, may) => {
    expect(mayAskCode(after({ type: 'email-typed', email: typed }))).toBe(may);
  });

  it('rests while asking, and once the code is sent', () => {
    expect(mayAskCode(after(email, asked))).toBe(false);
    expect(mayAskCode(after(email, asked, sent))).toBe(false);
  });

  it('may be tried again after a failure', () => {
    const flow = after(email, asked, { type: 'code-not-sent', reason: 'No network.' });
    expect(flow).toMatchObject({ step: 'mail', message: 'notSent', reason: 'No network.' });
    expect(mayAskCode(flow)).toBe(true);
    expect(emailLocked(flow)).toBe(false);
    expect(advance(flow, asked)).toMatchObject({ message: 'asking', reason: null });
  });
});

describe('the address', () => {
  it('is locked from the moment its code is asked for', () => {
    expect(emailLocked(after(email))).toBe(false);
    const other: SignInEvent = { type: 'email-typed', email: 'eve@example.org' };
    expect(after(email, asked, other).email).toBe('ada@example.org');
    expect(after(email, asked, sent, other).email).toBe('ada@example.org');
    expect(emailLocked(after(email, asked, sent))).toBe(true);
  });
});

describe('Continue', () => {
  it('rests until there is a code, and while asking', () => {
    expect(mayContinue(after(email))).toBe(false);
    expect(mayContinue(after(email, asked, sent))).toBe(false);
    expect(mayContinue(after(email, asked, sent, { type: 'code-typed', code: ' - ' }))).toBe(false);
    expect(mayContinue(after(email, asked, sent, code))).toBe(true);
    expect(mayContinue(after(email, asked, sent, code, asked))).toBe(false);
  });

  it('may be tried again with another code after a wrong one', () => {
    const flow = after(email, asked, sent, code, asked, { type: 'code-wrong', reason: 'Wrong.' });
    expect(flow).toMatchObject({ step: 'code', trxn: 't1', message: 'wrong', reason: 'Wrong.' });
    expect(mayContinue(advance(flow, { type: 'code-typed', code: '654321' }))).toBe(true);
  });

  it('does not ask for a right code again when the identity provider refused', () => {
    const flow = after(
      email,
      asked,
      sent,
      code,
      asked,
      { type: 'code-right' },
      { type: 'refused', reason: 'Too many requests.' },
    );
    expect(flow).toMatchObject({ step: 'checked', message: 'refused' });
    expect(mayContinue(flow)).toBe(true);
    expect(advance(flow, { type: 'code-typed', code: '0' }).code).toBe('123456');
  });

  it('ends signed in', () => {
    const flow = after(
      email,
      asked,
      sent,
      code,
      asked,
      { type: 'code-right' },
      { type: 'signed-in' },
    );
    expect(flow).toMatchObject({ step: 'done', asking: false, message: 'success', reason: null });
    expect(mayContinue(flow)).toBe(false);
  });
});

describe('plainCode', () => {
  it('leaves out the spaces and dashes of a pasted code', () => {
    expect(plainCode(' 123-456\n')).toBe('123456');
    expect(plainCode('12 34 56')).toBe('123456');
  });
});

const anyEvent = fc.oneof(
  fc.record({ type: fc.constant('email-typed' as const), email: fc.constantFrom('', 'a', 'a@b') }),
  fc.record({ type: fc.constant('code-typed' as const), code: fc.constantFrom('', '1', '12') }),
  fc.constant(asked),
  fc.constant(sent),
  fc.record({
    type: fc.constantFrom('code-not-sent' as const, 'code-wrong' as const, 'refused' as const),
    reason: fc.constant('x'),
  }),
  fc.constant<SignInEvent>({ type: 'code-right' }),
  fc.constant<SignInEvent>({ type: 'signed-in' }),
);

it('never offers both ways on, nor any while asking', () => {
  fc.assert(
    fc.property(fc.array(anyEvent), (events) => {
      const flow = after(...events);
      expect(mayAskCode(flow) && mayContinue(flow)).toBe(false);
      if (flow.asking) expect(mayAskCode(flow) || mayContinue(flow)).toBe(false);
    }),
  );
});
