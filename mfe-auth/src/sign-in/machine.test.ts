import { describe, expect, it } from 'vitest';
import {
  entering,
  mayAsk,
  mayChange,
  mayContinue,
  type SignInInput,
  type SignInState,
  transition,
} from './machine.ts';
import {
  address,
  after,
  codeSent,
  minute,
  noon,
  notSent,
  second,
  toChecking,
  toEntering,
  toExpired,
  toRefused,
  toRequesting,
  toSent,
  toSigningIn,
  toTyped,
  wayTo,
  wrongCode,
} from './states.testing.ts';

const sent = {
  trxn: 't1',
  attempt: 'a1',
  expiresAt: noon + 5 * minute,
  resendAt: noon + minute,
  triesLeft: 5,
};
const email = address;
const step = (state: SignInState, input: SignInInput, later = 0) =>
  transition(state, input, noon + later);

describe('entering', () => {
  it('takes what is typed', () => {
    expect(after({ type: 'email-typed', email: 'ada@' })).toEqual(entering('ada@'));
  });

  it.each([
    ['', false],
    ['ada', false],
    ['ada@', true],
    ['@', true],
    [' ada@example.org ', true],
  ])('with the address %j may ask for a code: %s', (typed, may) => {
    const state = entering(typed);
    expect(mayAsk(state, noon)).toBe(may);
    expect(step(state, { type: 'ask' }).effects).toHaveLength(may ? 1 : 0);
  });

  it('asks for a code for the trimmed address', () => {
    const from = entering(' ada@example.org ');
    expect(step(from, { type: 'ask' })).toEqual({
      state: { name: 'requesting', email, from: entering(email) },
      effects: [{ type: 'request', email }],
    });
  });

  it('forgets a failure when the address is typed again', () => {
    const failed = after(...toRequesting, notSent);
    expect(failed).toHaveProperty('failure.reason', 'No network.');
    expect(step(failed, { type: 'email-typed', email: 'eve@b' }).state).toEqual(entering('eve@b'));
  });
});

describe('requesting', () => {
  it('leads to a code that was sent, with its times on the clock of the page', () => {
    expect(after(...toSent)).toEqual({ name: 'sent', email, code: '', sent, failure: null });
  });

  it('leads back with a failure', () => {
    const failure = { message: 'notSent', reason: 'No network.', retryAt: null };
    expect(after(...toRequesting, notSent)).toEqual({ ...entering(email), failure });
  });

  it('knows when it makes sense to try again', () => {
    const state = after(...toRequesting, { ...notSent, retryAfter: 40 });
    expect(state).toHaveProperty('failure.retryAt', noon + 40 * second);
    expect(mayAsk(state, noon)).toBe(true);
  });

  it('is left by changing the address', () => {
    expect(step(after(...toRequesting), { type: 'change' })).toEqual({
      state: entering(email),
      effects: [{ type: 'abort' }],
    });
  });
});

describe('sent', () => {
  it('takes the code as it is typed or pasted', () => {
    expect(after(...toSent, { type: 'code-typed', code: ' 123-456\t' })).toHaveProperty(
      'code',
      ' 123-456\t',
    );
  });

  it.each([
    ['', false],
    [' - ', false],
    ['1', true],
    ['123 456', true],
  ])('with the code %j may continue: %s', (code, may) => {
    const state = after(...toSent, { type: 'code-typed', code });
    expect(mayContinue(state)).toBe(may);
    expect(step(state, { type: 'proceed' }).effects).toHaveLength(may ? 1 : 0);
  });

  it('checks the plain code for the address and the trxn it was sent for', () => {
    expect(step(after(...toTyped), { type: 'proceed' })).toEqual({
      state: { name: 'checking', email, code: '123 456', sent },
      effects: [{ type: 'check', email, trxn: 't1', code: '123456', attempt: 'a1' }],
    });
  });

  it('may ask for another code after the wait that the service named', () => {
    const state = after(...toSent);
    expect(step(state, { type: 'ask' }, minute - 1)).toEqual({ state, effects: [] });
    expect(step(state, { type: 'ask' }, minute)).toEqual({
      state: { name: 'requesting', email, from: state },
      effects: [{ type: 'request', email }],
    });
  });

  it('counts the newest code alone', () => {
    const state = transition(
      step(after(...toTyped), { type: 'ask' }, minute).state,
      { ...codeSent, trxn: 't2', attempt: 'a2', triesLeft: 3 },
      noon + minute,
    ).state;
    const next = { ...sent, trxn: 't2', attempt: 'a2', triesLeft: 3 };
    expect(state).toEqual({
      name: 'sent',
      email,
      code: '',
      sent: { ...next, expiresAt: noon + 6 * minute, resendAt: noon + 2 * minute },
      failure: null,
    });
  });

  it('keeps its code if no other was sent', () => {
    const asked = step(after(...toTyped), { type: 'ask' }, minute).state;
    const failed = step(asked, { ...notSent, retryAfter: 30 }, minute).state;
    expect(failed).toMatchObject({
      name: 'sent',
      code: '123 456',
      sent: { ...sent, resendAt: noon + 90 * second },
      failure: { message: 'notSent', reason: 'No network.' },
    });
  });

  it('expires with its time', () => {
    const state = after(...toTyped);
    expect(step(state, { type: 'tick' }, 5 * minute - 1)).toEqual({ state, effects: [] });
    expect(step(state, { type: 'tick' }, 5 * minute)).toEqual({
      state: { name: 'expired', email, resendAt: noon + minute, failure: null },
      effects: [],
    });
    expect(step(state, { type: 'open' }, 5 * minute).state.name).toBe('expired');
  });

  it('expires if the code does so while no other is sent', () => {
    const asked = step(after(...toTyped), { type: 'ask' }, minute).state;
    expect(step(asked, { type: 'tick' }, 6 * minute).state).toBe(asked);
    expect(step(asked, notSent, 6 * minute).state).toMatchObject({
      name: 'expired',
      failure: { message: 'notSent' },
    });
  });
});

describe('changing the address', () => {
  const left = after(...toTyped, { type: 'change' });

  it('unlocks it', () => {
    expect(left).toEqual({ ...entering(email), earlier: { email, sent } });
  });

  it('and back leads to the code that was sent, while no other may be asked for', () => {
    const retyped = after(
      ...toTyped,
      { type: 'change' },
      { type: 'email-typed', email: 'eve@example.org' },
      { type: 'email-typed', email },
      { type: 'ask' },
    );
    expect(retyped).toEqual({ name: 'sent', email, code: '', sent, failure: null });
    expect(step(left, { type: 'ask' }, minute).state.name).toBe('requesting');
  });

  it.each([
    ['is checked', [...toChecking, { type: 'change' }]],
    [
      'was left for another address, for which one is asked',
      [
        ...toTyped,
        { type: 'change' },
        { type: 'email-typed', email: 'eve@example.org' },
        { type: 'ask' },
        { type: 'change' },
      ],
    ],
  ] satisfies [string, SignInInput[]][])('does not lose a code that %s', (_, inputs) => {
    const back = after(...inputs, { type: 'email-typed', email }, { type: 'ask' });
    expect(back).toEqual({ name: 'sent', email, code: '', sent, failure: null });
  });

  it('to another one asks for a code there', () => {
    const other = step(left, { type: 'email-typed', email: 'eve@example.org' }).state;
    expect(step(other, { type: 'ask' }).effects).toEqual([
      { type: 'request', email: 'eve@example.org' },
    ]);
  });

  it.each([
    ['entering', false],
    ['requesting', true],
    ['sent', true],
    ['checking', true],
    ['signing-in', false],
    ['refused', true],
    ['expired', true],
    ['done', false],
  ] as const)('is possible in %s: %s', (name, may) => {
    const state = after(...wayTo[name]);
    expect(mayChange(state)).toBe(may);
    expect(step(state, { type: 'change' }).state.name).toBe(may ? 'entering' : name);
  });
});

describe('checking', () => {
  it('goes on to the provider with a right code', () => {
    expect(step(after(...toChecking), { type: 'code-right' })).toEqual({
      state: { name: 'signing-in', email, code: '123 456', until: noon + 10 * minute },
      effects: [{ type: 'sign-in', email }],
    });
  });

  it('leads back with a wrong one, and one try less', () => {
    expect(after(...toChecking, wrongCode)).toEqual({
      name: 'sent',
      email,
      code: '123 456',
      sent: { ...sent, triesLeft: 4 },
      failure: { message: 'wrong', reason: 'Wrong.', retryAt: null },
    });
  });

  it('costs no try if the code was not judged', () => {
    const state = after(...toChecking, { ...wrongCode, triesLeft: null, retryAfter: 20 });
    expect(state).toMatchObject({
      sent: { triesLeft: 5 },
      failure: { message: 'wrong', retryAt: noon + 20 * second },
    });
  });

  it('ends the code when no try is left', () => {
    expect(after(...toExpired)).toEqual({
      name: 'expired',
      email,
      resendAt: noon + minute,
      failure: { message: 'wrong', reason: 'Wrong.', retryAt: null },
    });
  });

  it('ends the code if its time is over when the answer comes', () => {
    const state = step(after(...toChecking), { type: 'tick' }, 5 * minute).state;
    expect(state.name).toBe('checking');
    expect(step(state, wrongCode, 5 * minute).state).toMatchObject({
      name: 'expired',
      failure: { message: 'wrong' },
    });
    expect(step(state, { type: 'code-right' }, 5 * minute).state.name).toBe('signing-in');
  });

  it('is left by changing the address', () => {
    expect(step(after(...toChecking), { type: 'change' }).effects).toEqual([{ type: 'abort' }]);
  });
});

describe('a right code', () => {
  it('signs in', () => {
    expect(step(after(...toSigningIn), { type: 'signed-in' })).toEqual({
      state: { name: 'done', email },
      effects: [],
    });
  });

  it('is not checked again when the provider refuses', () => {
    const refused = after(...toRefused);
    expect(refused).toMatchObject({ name: 'refused', code: '123 456', reason: 'Too many.' });
    expect(mayContinue(refused)).toBe(true);
    expect(step(refused, { type: 'proceed' }, minute)).toEqual({
      state: { name: 'signing-in', email, code: '123 456', until: noon + 10 * minute },
      effects: [{ type: 'sign-in', email }],
    });
  });

  it('counts for ten minutes', () => {
    const refused = after(...toRefused);
    expect(step(refused, { type: 'tick' }, 10 * minute - 1).state).toBe(refused);
    const expired = step(refused, { type: 'tick' }, 10 * minute).state;
    expect(expired).toMatchObject({ name: 'expired', failure: null });
    expect(mayAsk(expired, noon + 10 * minute)).toBe(true);
  });
});

describe('expired', () => {
  it('may ask for another code once the wait is over', () => {
    const state = after(...toExpired);
    expect(mayAsk(state, noon)).toBe(false);
    expect(step(state, { type: 'ask' }, minute).effects).toEqual([{ type: 'request', email }]);
  });

  it('stays so if none is sent', () => {
    const asked = step(after(...toExpired), { type: 'ask' }, minute).state;
    expect(step(asked, { ...notSent, retryAfter: 20 }, minute).state).toEqual({
      name: 'expired',
      email,
      resendAt: noon + 80 * second,
      failure: { message: 'notSent', reason: 'No network.', retryAt: noon + 80 * second },
    });
  });

  it('does not wait for a clock that was set back', () => {
    expect(mayAsk(after(...toExpired), noon - 180 * minute)).toBe(true);
  });
});

describe('done', () => {
  it('is where signing in elsewhere leads, from every state', () => {
    for (const inputs of Object.values(wayTo)) {
      const { state, effects } = step(after(...inputs), { type: 'signed-in' });
      expect(state).toEqual({ name: 'done', email });
      const asking = ['requesting', 'checking'].includes(after(...inputs).name);
      expect(effects).toEqual(asking ? [{ type: 'abort' }] : []);
    }
  });

  it('ends when the page is opened again', () => {
    expect(step(after(...wayTo.done), { type: 'open' }).state).toEqual(entering());
  });
});

describe('an input without a place', () => {
  const inputs: Record<string, readonly SignInInput['type'][]> = {
    entering: ['code-typed', 'proceed', 'code-sent', 'code-not-sent', 'code-right', 'code-wrong'],
    requesting: ['email-typed', 'code-typed', 'ask', 'proceed', 'code-right', 'code-wrong', 'tick'],
    sent: ['email-typed', 'code-sent', 'code-not-sent', 'code-right', 'code-wrong', 'refused'],
    checking: ['email-typed', 'code-typed', 'ask', 'proceed', 'code-sent', 'refused', 'tick'],
    'signing-in': ['email-typed', 'code-typed', 'ask', 'proceed', 'change', 'code-wrong', 'tick'],
    refused: ['email-typed', 'code-typed', 'ask', 'code-sent', 'code-right', 'code-wrong'],
    expired: ['email-typed', 'code-typed', 'proceed', 'code-sent', 'code-right', 'code-wrong'],
    done: ['email-typed', 'code-typed', 'ask', 'proceed', 'change', 'code-right', 'tick'],
  };
  const all: Record<SignInInput['type'], SignInInput> = {
    'email-typed': { type: 'email-typed', email: 'eve@example.org' },
    'code-typed': { type: 'code-typed', code: '9' },
    ask: { type: 'ask' },
    proceed: { type: 'proceed' },
    change: { type: 'change' },
    tick: { type: 'tick' },
    open: { type: 'open' },
    'code-sent': codeSent,
    'code-not-sent': notSent,
    'code-right': { type: 'code-right' },
    'code-wrong': wrongCode,
    'signed-in': { type: 'signed-in' },
    refused: { type: 'refused', reason: 'No.' },
  };
  it.each(Object.entries(inputs))('changes nothing in %s', (name, types) => {
    const way = Object.entries(wayTo).find(([key]) => key === name)?.[1] ?? toEntering;
    const state = after(...way);
    for (const type of types) {
      expect([type, step(state, all[type])]).toEqual([type, { state, effects: [] }]);
      expect(step(state, all[type]).state).toBe(state);
    }
  });
});
