/** Texts of the console about people who sign in. */
export const words = {
  by: (provider: string) => `Sign in by ${provider}`,
  or: 'or by a token',
  elsewhere: (provider: string) => `Sign in by ${provider}, in another tab`,
  foreign: 'You came back from a sign-in that was not begun in this tab. Begin again.',
  title: 'Signed in',
  lead: 'People who are signed in by the identity provider, and until when at most.',
  at: { console: 'in the console', command: 'by the command' },
  used: 'used',
  until: 'until',
  end: 'End',
  endOf: (name: string) => `End the sign-in of ${name}`,
  endMeans:
    'It is over at once. Whoever it is may sign in again, unless the provider says otherwise.',
  ended: (name: string) => `The sign-in of ${name} is over.`,
} as const;
