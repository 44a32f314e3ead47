/** What the sign-in pages say. */
export const strings = {
  access: 'Account Access',
  intro: 'Enter your e-mail. We send you a one-time password (OTP), and nothing else is needed.',
  outbox: 'This site runs on your machine and sends no mail. What it would send is in the',
  outboxLink: 'local outbox',
  email: 'E-mail',
  changeEmail: 'Change e-mail',
  otp: 'OTP',
  getOtp: 'Get OTP',
  proceed: 'Continue',
  resend: 'Resend OTP',
  resendIn: (seconds: number) => `Resend OTP in ${duration(seconds)}`,
  tryAgainIn: (seconds: number) => `You can try again in ${duration(seconds)}.`,
  limits: (minutes: number, tries: number) =>
    `Valid for ${minutes} more ${minutes === 1 ? 'minute' : 'minutes'}, ${tries} ${tries === 1 ? 'try' : 'tries'} left.`,
  messages: {
    asking: 'Please Wait...',
    sent: 'OTP sent to Your Email. Please check (SPAM also)',
    notSent: 'Failed',
    success: 'Success. Please Wait...',
    wrong: 'Failed. Please Check OTP...',
    refused: 'Failed',
  },
  codeWasRight: 'Your OTP was right. Continue to sign in.',
  expired: 'This OTP is no longer valid.',
  getNewOne: 'Get a new OTP to go on.',
  account: 'Account',
  signedInAs: 'Signed in as',
  unknownEmail: 'not kept in this browser',
  id: 'ID',
  whatNow: 'What you can do now',
  nothingHidden:
    'The whole ledger is public: signing in shows you nothing that others cannot see. It makes you known to this site, in this browser.',
  latest: 'Latest Transactions',
  assets: 'Credentials & Data Assets',
  signOut: 'Sign out',
  sharedDevice: 'On a device that others use, sign out when you are done.',
  signedOut: 'You are signed out.',
  signInAgain: 'Sign in again',
  signOutPage: 'Sign Out',
  signingOut: 'Signing you out. Please wait...',
} as const;

function duration(seconds: number): string {
  return seconds <= 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
