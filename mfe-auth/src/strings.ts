/** What the sign-in pages say. */
export const strings = {
  access: 'Account Access',
  intro: 'Enter your e-mail address and we’ll send you a one-time password (OTP).',
  outbox: 'This site runs on your machine and sends no mail. Find its messages in the',
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
    `Expires in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} · ${tries} ${tries === 1 ? 'attempt' : 'attempts'} left`,
  messages: {
    asking: 'Please Wait...',
    sent: 'OTP sent to Your Email. Please check (SPAM also)',
    notSent: 'Failed',
    success: 'Success. Please Wait...',
    wrong: 'Failed. Please Check OTP...',
    refused: 'Failed',
  },
  codeWasRight: 'Your OTP is correct. Continue to sign in.',
  expired: 'This OTP is no longer valid.',
  getNewOne: 'Request a new OTP to continue.',
  account: 'Account',
  signedInAs: 'Signed in as',
  unknownEmail: 'not saved in this browser',
  id: 'ID',
  whatNow: 'What you can do now',
  nothingHidden:
    'Nothing here needs an account: the whole ledger is public. Signing in unlocks nothing extra; it only identifies you in this browser.',
  latest: 'Latest Transactions',
  assets: 'Credentials & Data Assets',
  signOut: 'Sign out',
  sharedDevice: 'On a shared device, sign out when you are done.',
  signedOut: 'You are signed out.',
  signInAgain: 'Sign in again',
  signOutPage: 'Sign Out',
  signingOut: 'Signing you out. Please wait...',
} as const;

function duration(seconds: number): string {
  return seconds <= 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
