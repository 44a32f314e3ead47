import { readStored, writeStored } from '@tallystick/shell-kit/storage';
import * as v from 'valibot';
import { entering, type SignInState } from './machine.ts';

const key = 'tallystick:sign-in';

const email = v.string();
const time = v.pipe(v.number(), v.finite());
/** A code is never kept. After a reload it is typed again. */
const code = v.optional(v.literal(''), '');
const none = v.optional(v.null(), null);
const keptSchema = v.variant('name', [
  v.object({ name: v.literal('entering'), email, failure: none, earlier: none }),
  v.object({
    name: v.literal('sent'),
    email,
    code,
    sent: v.object({
      trxn: v.pipe(v.string(), v.minLength(1)),
      attempt: v.pipe(v.string(), v.minLength(1)),
      expiresAt: time,
      resendAt: time,
      triesLeft: v.pipe(v.number(), v.integer(), v.minValue(0)),
    }),
    failure: none,
  }),
  v.object({ name: v.literal('refused'), email, code, until: time, reason: none }),
  v.object({ name: v.literal('expired'), email, resendAt: time, failure: none }),
]);

/** What a reload may know of a state. */
export type Kept = v.InferInput<typeof keptSchema>;

/** What is kept of `state`; null for nothing. */
export function keptOf(state: SignInState): Kept | null {
  const { email } = state;
  switch (state.name) {
    case 'entering':
      return email === '' ? null : { name: 'entering', email };
    case 'requesting':
      return keptOf(state.from);
    case 'sent':
    case 'checking':
      return { name: 'sent', email, sent: state.sent };
    case 'signing-in':
    case 'refused':
      return { name: 'refused', email, until: state.until };
    case 'expired':
      return { name: 'expired', email, resendAt: state.resendAt };
    case 'done':
      return null;
  }
}

/**
 * The state that this tab kept of a sign-in; a new one if it kept nothing, or nothing that fits. What is over by now
 * is found out by the first tick.
 */
export function readKept(): SignInState {
  const schema = v.pipe(v.string(), v.parseJson(), keptSchema);
  const result = v.safeParse(schema, readStored('sessionStorage', key));
  return result.success ? result.output : entering();
}

/** Keeps the sign-in for a reload. If the storage is full or forbidden, a reload begins anew. */
export function keep(kept: Kept | null): void {
  writeStored('sessionStorage', key, kept && JSON.stringify(kept));
}
