import { tries } from '@tallystick/contract/testing/proof';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keep, keptOf, readKept } from './kept.ts';
import {
  entering,
  mayAsk,
  mayChange,
  mayContinue,
  type SignInInput,
  type SignInState,
  transition,
} from './machine.ts';
import { minute, noon } from './states.testing.ts';

const secret = '424242';
/** Something that may happen: which is chosen by the state it meets, or at random. */
const happening = fc.record({
  lead: fc.integer({ min: 0, max: 5 }),
  type: fc.constantFrom<SignInInput['type'][]>(
    ...(['email-typed', 'code-typed', 'ask', 'proceed', 'change', 'tick', 'open'] as const),
    ...([
      'code-sent',
      'code-not-sent',
      'code-right',
      'code-wrong',
      'signed-in',
      'refused',
    ] as const),
  ),
  email: fc.constantFrom('a@b', ' a@b', 'c@d', 'a', ''),
  code: fc.constantFrom(secret, secret, ` ${secret} `, '-'),
  trxn: fc.constantFrom('t1', 't2', 't3'),
  validFor: fc.constantFrom(0, 1, 60, 300, 300, 300),
  resendAfter: fc.integer({ min: 0, max: 60 }),
  tries: fc.option(fc.integer({ min: 0, max: 4 })),
  retryAfter: fc.option(fc.integer({ min: 1, max: 300 })),
  pause: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 1_000, minute, 5 * minute),
});
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

function inputOf(type: SignInInput['type'], from: Happening): SignInInput {
  const { email, code, trxn, validFor, resendAfter, tries, retryAfter } = from;
  const reason = 'Because.';
  switch (type) {
    case 'email-typed':
      return { type, email };
    case 'code-typed':
      return { type, code };
    case 'code-sent':
      return { type, trxn, attempt: `for ${trxn}`, validFor, resendAfter, triesLeft: 5 };
    case 'code-not-sent':
      return { type, reason, retryAfter };
    case 'code-wrong':
      return { type, reason, retryAfter, triesLeft: tries };
    case 'refused':
      return { type, reason };
    default:
      return { type };
  }
}

/** What leads on from each state, so that histories get far. */
const leads: Record<SignInState['name'], readonly SignInInput['type'][]> = {
  entering: ['email-typed', 'email-typed', 'ask', 'ask', 'ask'],
  requesting: ['code-sent', 'code-sent', 'code-sent', 'code-sent', 'code-not-sent'],
  sent: ['code-typed', 'code-typed', 'proceed', 'proceed', 'ask'],
  checking: ['code-right', 'code-right', 'code-right', 'code-wrong', 'code-wrong'],
  'signing-in': ['refused', 'refused', 'refused', 'refused', 'signed-in'],
  refused: ['proceed', 'proceed', 'tick', 'change'],
  expired: ['ask', 'ask', 'change'],
  done: ['open', 'open', 'open'],
};

const history = fc.array(happening, { minLength: 10, maxLength: 50, size: 'max' });

interface Moment {
  readonly before: SignInState;
  readonly input: SignInInput;
  readonly now: number;
  readonly state: SignInState;
  readonly effects: ReturnType<typeof transition>['effects'];
}

function* moments(happenings: readonly Happening[]): Generator<Moment> {
  let state: SignInState = entering();
  let now = noon;
  for (const happening of happenings) {
    now += happening.pause;
    const before = state;
    const input = inputOf(leads[before.name][happening.lead] ?? happening.type, happening);
    const step = transition(before, input, now);
    state = step.state;
    yield { before, input, now, ...step };
  }
}

function holds(law: (moment: Moment) => void, seed?: number) {
  fc.assert(
    fc.property(history, (happenings) => {
      for (const moment of moments(happenings)) law(moment);
    }),
    { numRuns: tries(1_000), ...(seed === undefined ? {} : { seed }) },
  );
}

const requests = { requesting: 'request', checking: 'check', 'signing-in': 'sign-in' };

describe('over random histories', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('a request begins exactly where its state does, and is aborted where that is left early', () => {
    holds(({ before, input, state, effects }) => {
      const begun = Object.entries(requests)
        .filter(([name]) => state.name === name && before.name !== name)
        .map(([, type]) => type);
      const asked = before.name === 'requesting' || before.name === 'checking';
      const leftEarly = asked && (input.type === 'change' || input.type === 'signed-in');
      expect(effects.map(({ type }) => type)).toEqual(leftEarly ? ['abort'] : begun);
    });
  });

  it('the address changes while it is entered, and nowhere else', () => {
    holds(({ before, input, state }) => {
      if (state.email === before.email) return;
      const typed = before.name === 'entering' && input.type === 'email-typed';
      const trimmed = input.type === 'ask' && state.email === before.email.trim();
      const anew = before.name === 'done' && input.type === 'open';
      expect(typed || trimmed || anew).toBe(true);
    });
  });

  it('a code is checked for the address and the trxn it was sent for', () => {
    let request = { email: '', trxn: '', attempt: '' };
    holds(({ before, input, effects }) => {
      if (before.name === 'requesting' && input.type === 'code-sent') {
        request = { email: before.email, trxn: input.trxn, attempt: input.attempt };
      }
      for (const effect of effects) {
        if (effect.type !== 'check') continue;
        expect(effect).toEqual({ type: 'check', ...request, code: secret });
      }
    });
  });

  it('a right code is not checked again without a new one', () => {
    let right = false;
    holds(({ before, input, effects }) => {
      if (before.name === 'checking') right = input.type === 'code-right';
      if (before.name === 'requesting' && input.type === 'code-sent') right = false;
      if (right) expect(effects.map(({ type }) => type)).not.toContain('check');
    });
  });

  it('nothing but signing in looks done', () => {
    holds(({ before, input, state }) => {
      if (state.name === 'done' && before.name !== 'done') expect(input.type).toBe('signed-in');
    });
  });

  it('no code is kept, and what is kept leads back to the same step', () => {
    let stored: string | null = null;
    vi.stubGlobal('sessionStorage', {
      getItem: () => stored,
      setItem: (_key: string, text: string) => {
        stored = text;
      },
      removeItem: () => {
        stored = null;
      },
    });
    holds(({ state }) => {
      const kept = keptOf(state);
      keep(kept);
      expect(stored ?? '').not.toContain(secret);
      const again = readKept();
      expect(keptOf(again)).toEqual(kept);
      if (state.name !== 'done') expect(again.email).toBe(state.email);
    });
  });

  it('every state is met many times', () => {
    const met = new Map<string, number>();
    // The same histories each time: this is about the test itself.
    holds(({ state }) => met.set(state.name, (met.get(state.name) ?? 0) + 1), 2026);
    for (const name of Object.keys(leads)) expect(met.get(name)).toBeGreaterThan(300);
  });

  it('there is always a way on', () => {
    holds(({ state, now }) => {
      if (state.name === 'done' || state.name in requests) return;
      const soon = now + 10 * minute;
      const ways = state.name === 'entering' || mayContinue(state) || mayChange(state);
      expect(ways).toBe(true);
      if (state.name === 'sent' || state.name === 'expired') {
        expect(mayAsk(state, soon)).toBe(true);
      }
    });
  });

  it('Get OTP and Continue are never offered at once', () => {
    holds(({ state, now }) => {
      const getOtp = state.name === 'entering' && mayAsk(state, now);
      expect(getOtp && mayContinue(state)).toBe(false);
      if (state.name in requests) expect(mayAsk(state, now) || mayContinue(state)).toBe(false);
    });
  });
});
