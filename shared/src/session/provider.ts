import type { Answer } from '../api/answer.ts';

/** Proof of who is signed in, for a server to verify: a token of the provider, valid for an hour. */
export interface IdToken {
  readonly id: string;
  readonly token: string;
}

/** The identity provider, as far as the session needs it. */
export interface Provider {
  /** Tells the id of the signed-in user, or null: at first, and at each change, in any tab. */
  readonly watch: (listener: (id: string | null) => void) => void;
  /**
   * Tells the token of the signed-in user, or null: at first, and at each change. While somebody
   * listens, tokens are renewed five minutes before they expire.
   */
  readonly watchToken: (listener: (token: IdToken | null) => void) => void;
  /** Resolves to the id of a new user. */
  readonly signIn: () => Promise<Answer<string>>;
  readonly signOut: () => Promise<void>;
}
