/**
 * What a call to a service comes to: to the ledger service, or to the identity provider at sign-in.
 * `code` is the HTTP status, or the one that would fit; 0: no answer arrived (no network, or the
 * time-out passed). `error` is a sentence for people.
 * A status of success with a body that does not fit its contract is `ok: false` too.
 */
export type Answer<T> =
  | { readonly ok: true; readonly code: number; readonly data: T }
  | { readonly ok: false; readonly code: number; readonly error: string };
