import type { CodeCheck } from '@tallystick/shared/api';
import type { CodeRefusal, CodeSent } from '@tallystick/shared/contracts/codes';
import type { Step } from '@tallystick/shell-kit/machine';
import { isOver, waitUntil } from './waits.ts';

type Refusal = Readonly<CodeRefusal>;

/** A code that was sent. Times are the page's clock, in milliseconds since 1970. */
export interface SentCode {
  readonly trxn: string;
  /** A random text. A check that is repeated because its answer was lost sends the same one. */
  readonly attempt: string;
  readonly expiresAt: number;
  readonly resendAt: number;
  readonly triesLeft: number;
}

/** What failed, and why in a sentence; `retryAt`: before then it would fail again. */
export interface Failure {
  readonly message: 'notSent' | 'wrong';
  readonly reason: string;
  readonly retryAt: number | null;
}

/** What each state has: the address as it is typed, or as it was. */
interface Named<Name> {
  readonly name: Name;
  readonly email: string;
}
export interface Entering extends Named<'entering'> {
  readonly failure: Failure | null;
  /** A code that somebody left behind by changing the address. */
  readonly earlier: { readonly email: string; readonly sent: SentCode } | null;
}
interface Requesting extends Named<'requesting'> {
  readonly from: Entering | Sent | Expired;
}
export interface Sent extends Named<'sent'> {
  readonly code: string;
  readonly sent: SentCode;
  readonly failure: Failure | null;
}
interface Checking extends Named<'checking'> {
  readonly code: string;
  readonly sent: SentCode;
}
/** `code` is empty after a reload; `until`: so long the provider may be asked without a new code. */
interface SigningIn extends Named<'signing-in'> {
  readonly code: string;
  readonly until: number;
}
export interface Refused extends Named<'refused'> {
  readonly code: string;
  readonly until: number;
  /** Null after a reload: nobody refused. */
  readonly reason: string | null;
}
export interface Expired extends Named<'expired'> {
  readonly resendAt: number;
  readonly failure: Failure | null;
}

/** Signing in, as states.md says. */
export type SignInState =
  | Entering
  | Requesting
  | Sent
  | Checking
  | SigningIn
  | Refused
  | Expired
  | Named<'done'>;

export type SignInInput =
  | { readonly type: 'email-typed'; readonly email: string }
  | { readonly type: 'code-typed'; readonly code: string }
  | { readonly type: 'ask' | 'proceed' | 'change' | 'tick' | 'open' }
  /** Times in seconds from now. */
  | ({ readonly type: 'code-sent'; readonly attempt: string } & Readonly<CodeSent>)
  | ({ readonly type: 'code-not-sent'; readonly reason: string } & Pick<Refusal, 'retryAfter'>)
  | { readonly type: 'code-right' }
  /** `triesLeft` null: the code was not judged. */
  | ({ readonly type: 'code-wrong'; readonly reason: string } & Refusal)
  | { readonly type: 'signed-in' }
  | { readonly type: 'refused'; readonly reason: string };

/** What is to be done; each request but `sign-in` ends with `abort`. */
export type SignInEffect =
  | { readonly type: 'request'; readonly email: string }
  | ({ readonly type: 'check' } & CodeCheck)
  | { readonly type: 'sign-in'; readonly email: string }
  | { readonly type: 'abort' };

type SignInStep = Step<SignInState, SignInEffect>;

/** How long a right code lets somebody ask the provider again, in milliseconds. */
const timeoutMs = 10 * 60_000;

/** Nobody has typed anything yet. */
export function entering(email = '', earlier: Entering['earlier'] = null): Entering {
  return { name: 'entering', email, failure: null, earlier };
}

/** What `input` makes of `state` at `now`; the same state if it has no place there. */
export function transition(state: SignInState, input: SignInInput, now: number): SignInStep {
  switch (input.type) {
    case 'email-typed':
      return state.name === 'entering'
        ? only({ ...state, email: input.email, failure: null })
        : only(state);
    case 'code-typed':
      return only(state.name === 'sent' ? { ...state, code: input.code } : state);
    case 'ask':
      return ask(state, now);
    case 'proceed':
      return proceed(state);
    case 'change':
      return change(state);
    case 'code-sent':
      return only(state.name === 'requesting' ? sentTo(state.email, input, now) : state);
    case 'code-not-sent':
      return only(state.name === 'requesting' ? notSent(state.from, input, now) : state);
    case 'code-right':
      return state.name === 'checking' ? signInAs(state, now + timeoutMs) : only(state);
    case 'code-wrong':
      return only(state.name === 'checking' ? wrong(state, input, now) : state);
    case 'refused':
      return only(
        state.name === 'signing-in' ? { ...state, name: 'refused', reason: input.reason } : state,
      );
    case 'signed-in':
      return state.name === 'done'
        ? only(state)
        : { state: { name: 'done', email: state.email }, effects: abortOf(state) };
    case 'tick':
      return only(inTime(state, now));
    case 'open':
      return only(state.name === 'done' ? entering() : inTime(state, now));
  }
}

/** Whether a code may be asked for: Get OTP with an '@' in the address, Resend OTP after its wait. */
export function mayAsk(state: SignInState, now: number): state is Entering | Sent | Expired {
  if (state.name === 'entering') return state.email.includes('@');
  if (state.name === 'sent') return isOver(state.sent.resendAt, now);
  return state.name === 'expired' && isOver(state.resendAt, now);
}

/** Whether Continue does something: address and code are there, or the code was right already. */
export function mayContinue(state: SignInState): boolean {
  if (state.name === 'refused') return true;
  return state.name === 'sent' && state.email !== '' && plainCode(state.code) !== '';
}

/** Whether the address may be changed by Change e-mail. */
export function mayChange({ name }: SignInState): boolean {
  return name !== 'entering' && name !== 'signing-in' && name !== 'done';
}

/** Seconds until a code may be asked for again, 0 if it may; null where that is not said. */
export function secondsToAsk(state: SignInState, now: number): number | null {
  if (state.name === 'sent' || state.name === 'checking') {
    return waitUntil(state.sent.resendAt, now);
  }
  return state.name === 'expired' ? waitUntil(state.resendAt, now) : null;
}

function ask(state: SignInState, now: number): SignInStep {
  if (!mayAsk(state, now)) return only(state);
  const email = state.email.trim();
  const earlier = state.name === 'entering' ? state.earlier : null;
  if (earlier?.email === email && !isOver(earlier.sent.resendAt, now)) {
    return only({ name: 'sent', email, code: '', sent: earlier.sent, failure: null });
  }
  return {
    state: { name: 'requesting', email, from: { ...state, email } },
    effects: [{ type: 'request', email }],
  };
}

function proceed(state: SignInState): SignInStep {
  if (state.name === 'refused') return signInAs(state, state.until);
  if (state.name !== 'sent' || !mayContinue(state)) return only(state);
  const { email, code, sent } = state;
  return {
    state: { name: 'checking', email, code, sent },
    effects: [
      { type: 'check', email, trxn: sent.trxn, code: plainCode(code), attempt: sent.attempt },
    ],
  };
}

/** A code as the service knows it: plain digits, without the spaces and dashes it may come with. */
export function plainCode(code: string): string {
  return code.normalize('NFKC').replaceAll(/[\s\p{Pd}]/gu, '');
}

function signInAs({ email, code }: Checking | Refused, until: number): SignInStep {
  return {
    state: { name: 'signing-in', email, code, until },
    effects: [{ type: 'sign-in', email }],
  };
}

function change(state: SignInState): SignInStep {
  if (!mayChange(state)) return only(state);
  const left = state.name === 'requesting' ? state.from : state;
  return { state: entering(state.email, earlierOf(left)), effects: abortOf(state) };
}

/** The code that whoever changes the address leaves behind. */
function earlierOf(left: SignInState): Entering['earlier'] {
  if (left.name === 'entering') return left.earlier;
  const counts = left.name === 'sent' || left.name === 'checking';
  return counts ? { email: left.email, sent: left.sent } : null;
}

function sentTo(
  email: string,
  answer: Extract<SignInInput, { type: 'code-sent' }>,
  now: number,
): Sent {
  const { trxn, attempt, validFor, resendAfter, triesLeft } = answer;
  const expiresAt = now + validFor * 1_000;
  const resendAt = now + resendAfter * 1_000;
  const sent = { trxn, attempt, expiresAt, resendAt, triesLeft };
  return { name: 'sent', email, code: '', sent, failure: null };
}

function notSent(
  from: Requesting['from'],
  { reason, retryAfter }: Extract<SignInInput, { type: 'code-not-sent' }>,
  now: number,
): SignInState {
  const retryAt = retryAfter === null ? null : now + retryAfter * 1_000;
  const failure = { message: 'notSent', reason, retryAt } as const;
  switch (from.name) {
    case 'entering':
      return { ...from, failure };
    case 'sent': {
      const resendAt = retryAt ?? from.sent.resendAt;
      return inTime({ ...from, failure, sent: { ...from.sent, resendAt } }, now, failure);
    }
    case 'expired':
      return { ...from, failure, resendAt: retryAt ?? from.resendAt };
  }
}

function wrong(
  { email, code, sent }: Checking,
  { reason, triesLeft, retryAfter }: Extract<SignInInput, { type: 'code-wrong' }>,
  now: number,
): SignInState {
  const retryAt = retryAfter === null ? null : now + retryAfter * 1_000;
  const failure = { message: 'wrong', reason, retryAt } as const;
  if (triesLeft === 0) return { name: 'expired', email, resendAt: sent.resendAt, failure };
  const left = triesLeft ?? sent.triesLeft;
  const again: Sent = { name: 'sent', email, code, sent: { ...sent, triesLeft: left }, failure };
  return inTime(again, now, failure);
}

/** `failure` is what just failed; an older one says nothing of why the code expired. */
function inTime(state: SignInState, now: number, failure: Failure | null = null): SignInState {
  if (state.name === 'sent' && now >= state.sent.expiresAt) {
    const { email, sent } = state;
    return { name: 'expired', email, resendAt: sent.resendAt, failure };
  }
  if (state.name === 'refused' && now >= state.until) {
    return { name: 'expired', email: state.email, resendAt: now, failure: null };
  }
  return state;
}

function abortOf({ name }: SignInState): SignInEffect[] {
  return name === 'requesting' || name === 'checking' ? [{ type: 'abort' }] : [];
}

function only(state: SignInState): SignInStep {
  return { state, effects: [] };
}
