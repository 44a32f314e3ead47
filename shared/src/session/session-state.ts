/** A signed-in person; `email` is as typed at sign-in, null if this browser forgot it. */
export interface SessionUser {
  readonly id: string;
  readonly email: string | null;
}

/** Who is here. `loading` only until the first authentication state is known. */
export type Session =
  | { readonly status: 'loading' }
  | { readonly status: 'visitor' }
  | { readonly status: 'signed-in'; readonly user: SessionUser };
