import type { Answer } from '../api/answer.ts';

/** The identity provider, as far as the session needs it. */
export interface Provider {
  /** Tells the id of the signed-in user, or null: at first, and at each change, in any tab. */
  readonly watch: (listener: (id: string | null) => void) => void;
  /** Resolves to the id of a new user. */
  readonly signIn: () => Promise<Answer<string>>;
  readonly signOut: () => Promise<void>;
}
