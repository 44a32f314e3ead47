/**
 * What a call to the ledger service comes to. `code` is the HTTP status, or 0 if no answer arrived
 * (no network, or the time-out passed). `error` is a sentence for people.
 * A status of success with a body that does not fit its contract is `ok: false` too.
 */
export type Answer<T> =
  | { readonly ok: true; readonly code: number; readonly data: T }
  | { readonly ok: false; readonly code: number; readonly error: string };
