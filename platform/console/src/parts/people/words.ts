/** Texts of the console about people who sign in. */
export const words = {
  by: (provider: string) => `Sign in with ${provider}`,
  or: 'or with a token',
  elsewhere: (provider: string) => `Sign in with ${provider}, in another tab`,
  foreign: 'This sign-in was started in another tab. Start again here.',
  title: 'Signed in',
  lead: 'People signed in with the identity provider, and when their sign-in ends.',
  at: { console: 'in the console', command: 'with the command' },
  used: 'used',
  until: 'until',
  end: 'End',
  endOf: (name: string) => `End the sign-in of ${name}`,
  endMeans: 'It ends at once. They can sign in again unless the provider refuses.',
  ended: (name: string) => `The sign-in of ${name} is over.`,
} as const;
