/** Limits of the sign-in codes; times in milliseconds. */
export const limits = {
  /** How long a code can be used. */
  valid: 5 * 60_000,
  /** How often a code can be tried. */
  tries: 5,
  /** The time from one code of an address to the next. */
  resend: 60_000,
  /** After this many unused codes in a row, the wait for the next one is `unusedResend`. */
  unused: 10,
  unusedResend: 60 * 60_000,
  /** How long the hashes of an address's last code are kept. */
  kept: 24 * 60 * 60_000,
  /** What is stamped later than this from now is of a clock that was wrong, and is forgotten. */
  ahead: 60_000,
  /** Codes that one client asks for, and wrong ones that it tries, within `window`. */
  sends: 30,
  wrong: 30,
  window: 5 * 60_000,
} as const;
