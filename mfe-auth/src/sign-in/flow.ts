/**
 * Signing in, as a state. `mail`: an e-mail address is typed. `code`: a code was sent and is typed; the
 * address is locked. `checked`: the code was right (it counts once), the identity provider still has
 * to agree. `done`: signed in. `asking` is true while a request is under way.
 */
export interface SignInFlow {
  readonly step: 'mail' | 'code' | 'checked' | 'done';
  readonly asking: boolean;
  readonly email: string;
  readonly code: string;
  /** Names the code that was sent; empty before. */
  readonly trxn: string;
  readonly message: Message | null;
  /** Why something failed, in a sentence; null if nothing did. */
  readonly reason: string | null;
}

export type Message = 'asking' | 'sent' | 'notSent' | 'success' | 'wrong' | 'refused';

export type SignInEvent =
  | { readonly type: 'email-typed'; readonly email: string }
  | { readonly type: 'code-typed'; readonly code: string }
  | { readonly type: 'asked' }
  | { readonly type: 'code-sent'; readonly trxn: string }
  | { readonly type: 'code-not-sent'; readonly reason: string }
  | { readonly type: 'code-right' }
  | { readonly type: 'code-wrong'; readonly reason: string }
  | { readonly type: 'signed-in' }
  | { readonly type: 'refused'; readonly reason: string };

export const start: SignInFlow = {
  step: 'mail',
  asking: false,
  email: '',
  code: '',
  trxn: '',
  message: null,
  reason: null,
};

/** The flow after `event`; the same object if the event has no place in this state. */
export function advance(flow: SignInFlow, event: SignInEvent): SignInFlow {
  const settled = { ...flow, asking: false, reason: null };
  switch (event.type) {
    case 'email-typed':
      return emailLocked(flow) ? flow : { ...flow, email: event.email };
    case 'code-typed':
      return flow.step === 'code' && !flow.asking ? { ...flow, code: event.code } : flow;
    case 'asked':
      return mayAskCode(flow) || mayContinue(flow)
        ? { ...flow, asking: true, message: 'asking', reason: null }
        : flow;
    case 'code-sent':
      return { ...settled, step: 'code', trxn: event.trxn, message: 'sent' };
    case 'code-not-sent':
      return { ...settled, message: 'notSent', reason: event.reason };
    case 'code-right':
      return { ...settled, step: 'checked', asking: true, message: 'success' };
    case 'code-wrong':
      return { ...settled, message: 'wrong', reason: event.reason };
    case 'signed-in':
      return { ...settled, step: 'done', message: 'success' };
    case 'refused':
      return { ...settled, message: 'refused', reason: event.reason };
  }
}

/** Get OTP rests while the address is empty or lacks an '@', and while asking. */
export function mayAskCode({ step, asking, email }: SignInFlow): boolean {
  return step === 'mail' && !asking && email.includes('@');
}

/** Continue rests until both address and OTP are there, and while asking. */
export function mayContinue({ step, asking, email, code }: SignInFlow): boolean {
  return (
    (step === 'code' || step === 'checked') && !asking && email !== '' && plainCode(code) !== ''
  );
}

/** The address is locked once its code is asked for. */
export function emailLocked({ step, asking }: SignInFlow): boolean {
  return step !== 'mail' || asking;
}

/** A code as the service knows it: without the spaces and dashes it may be pasted with. */
export function plainCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '');
}
