/** Of each kind: how long it lasts, in milliseconds, and how many there are, of one owner and in all. */
export const kinds = {
  'console-session': { life: 12 * 3_600_000, ofOwner: 20, inAll: 1_000 },
  preview: { life: 3_600_000, ofOwner: 1_000, inAll: 1_000 },
  'preview-ticket': { life: 60_000, ofOwner: 1_000, inAll: 1_000 },
  'run-token': { life: 900_000, ofOwner: 1_000, inAll: 10_000 },
  'sign-in-link': { life: 600_000, ofOwner: 20, inAll: 1_000 },
} as const;

/** What is kept for a while and found by a secret. */
export type ShortLivedKind = keyof typeof kinds;
