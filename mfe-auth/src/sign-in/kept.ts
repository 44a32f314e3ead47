import { readStored, writeStored } from '@tallystick/shared/storage/stored-text';
import * as v from 'valibot';
import { entering, type SignInState } from './machine.ts';

const key = 'tallystick:sign-in';

const email = v.string();
const time = v.pipe(v.number(), v.finite());
const keptSchema = v.variant('step', [
  v.object({ step: v.literal('mail'), email }),
  v.object({
    step: v.literal('code'),
    email,
    trxn: v.pipe(v.string(), v.minLength(1)),
    attempt: v.pipe(v.string(), v.minLength(1)),
    expiresAt: time,
    resendAt: time,
    triesLeft: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  v.object({ step: v.literal('checked'), email, until: time }),
  v.object({ step: v.literal('expired'), email, resendAt: time }),
]);

/** What a reload may know: never a code. */
export type Kept = v.InferOutput<typeof keptSchema>;

/** What is kept of `state`; null for nothing. */
export function keptOf(state: SignInState): Kept | null {
  switch (state.name) {
    case 'entering':
      return state.email === '' ? null : { step: 'mail', email: state.email };
    case 'requesting':
      return keptOf(state.from);
    case 'sent':
    case 'checking':
      return { step: 'code', email: state.email, ...state.sent };
    case 'signing-in':
    case 'refused':
      return { step: 'checked', email: state.email, until: state.until };
    case 'expired':
      return { step: 'expired', email: state.email, resendAt: state.resendAt };
    case 'done':
      return null;
  }
}

/** The state after a reload; what is over by then is found out by the first tick. */
export function stateOf(kept: Kept | null): SignInState {
  if (kept === null) return entering();
  switch (kept.step) {
    case 'mail':
      return entering(kept.email);
    case 'code': {
      const { step: _, email, ...sent } = kept;
      return { name: 'sent', email, code: '', sent, failure: null };
    }
    case 'checked': {
      const { email, until } = kept;
      return { name: 'refused', email, code: '', until, reason: null };
    }
    case 'expired':
      return { name: 'expired', email: kept.email, resendAt: kept.resendAt, failure: null };
  }
}

/** What this tab kept of a sign-in; null if nothing, or nothing that fits. */
export function readKept(): Kept | null {
  const schema = v.pipe(v.string(), v.parseJson(), keptSchema);
  const result = v.safeParse(schema, readStored('sessionStorage', key));
  return result.success ? result.output : null;
}

/** Where it is full or forbidden, a reload begins anew. */
export function keep(kept: Kept | null): void {
  writeStored('sessionStorage', key, kept && JSON.stringify(kept));
}
