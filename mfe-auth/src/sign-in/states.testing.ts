import { entering, type SignInInput, type SignInState, transition } from './machine.ts';

/** The page's clock in tests: 20 November 2026, 12:00 UTC. */
export const noon = Date.UTC(2026, 10, 20, 12);
export const second = 1_000;
export const minute = 60 * second;

export const address = 'ada@example.org';
export const codeSent = {
  type: 'code-sent',
  trxn: 't1',
  attempt: 'a1',
  validFor: 300,
  resendAfter: 60,
  triesLeft: 5,
} as const;
export const notSent = { type: 'code-not-sent', reason: 'No network.', retryAfter: null } as const;
export const wrongCode = {
  type: 'code-wrong',
  reason: 'Wrong.',
  retryAfter: null,
  triesLeft: 4,
} as const;

/** The state after these inputs, all of them at noon. */
export function after(...inputs: readonly SignInInput[]): SignInState {
  return inputs.reduce<SignInState>(
    (state, input) => transition(state, input, noon).state,
    entering(),
  );
}

export const toEntering: readonly SignInInput[] = [{ type: 'email-typed', email: address }];
export const toRequesting: readonly SignInInput[] = [...toEntering, { type: 'ask' }];
export const toSent: readonly SignInInput[] = [...toRequesting, codeSent];
export const toTyped: readonly SignInInput[] = [...toSent, { type: 'code-typed', code: '123 456' }];
export const toChecking: readonly SignInInput[] = [...toTyped, { type: 'proceed' }];
export const toSigningIn: readonly SignInInput[] = [...toChecking, { type: 'code-right' }];
export const toRefused: readonly SignInInput[] = [
  ...toSigningIn,
  { type: 'refused', reason: 'Too many.' },
];
export const toExpired: readonly SignInInput[] = [...toChecking, { ...wrongCode, triesLeft: 0 }];
const toDone: readonly SignInInput[] = [...toSigningIn, { type: 'signed-in' }];

/** Inputs that lead to each state. */
export const wayTo = {
  entering: toEntering,
  requesting: toRequesting,
  sent: toTyped,
  checking: toChecking,
  'signing-in': toSigningIn,
  refused: toRefused,
  expired: toExpired,
  done: toDone,
} as const satisfies Record<SignInState['name'], readonly SignInInput[]>;
