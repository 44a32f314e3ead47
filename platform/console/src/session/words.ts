import { type Actor, appsOf } from '@tallystick/registry/contract/tokens';

/** What the console says of who is signed in. */
export const words = {
  title: 'Sign in',
  lead: 'What is live, what is failing, and one button that takes it back.',
  token: 'Token',
  hint: 'A manager’s or a publisher’s token. On the server itself it is in release.key.',
  signIn: 'Sign in',
  signOut: 'Sign out',
  empty: 'Paste a token first.',
  wrong: 'This token is unknown, revoked or expired.',
  ended: 'Your session has ended',
  endedLead: 'Sign in again to continue here. What you have typed is kept.',
  signedOut: 'You are signed out.',
  linkIsOver: 'This link has already been used or has expired. Sign in with a token.',
  link: {
    title: 'Sign in by the link?',
    lead: (name: string) =>
      `You are signed in as ${name}. The link that you opened signs in as whoever made it, and what you do then is done under that name.`,
    use: 'Sign in by the link',
    over: 'This link has already been used or has expired.',
  },
  account: (name: string) => `Signed in as ${name}`,
  role: (scope: Actor['scope']) => {
    if (scope.kind === 'viewer') return 'Viewer';
    if (scope.kind === 'publisher') return `Publisher of ${appsOf(scope).join(', ')}`;
    return scope.administers === false ? 'Manager of all releases' : 'Manager of all apps';
  },
} as const;
