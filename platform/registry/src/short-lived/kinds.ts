/** How long values of a kind last, in milliseconds, and how many there are, of one owner and in all. */
export interface ShortLivedKind {
  readonly name: string;
  readonly life: number;
  readonly ofOwner: number;
  readonly inAll: number;
}

/** The kinds that the servers themselves use; parts bring more. */
export const kinds = {
  'console-session': { life: 12 * 3_600_000, ofOwner: 20, inAll: 1_000 },
  preview: { life: 3_600_000, ofOwner: 1_000, inAll: 1_000 },
  'preview-ticket': { life: 60_000, ofOwner: 1_000, inAll: 1_000 },
  'sign-in-link': { life: 600_000, ofOwner: 20, inAll: 1_000 },
} as const;

/** A kind of the servers by its name, or one that a part brings. */
export type AnyKind = keyof typeof kinds | ShortLivedKind;

export function kindOf(kind: AnyKind): ShortLivedKind {
  return typeof kind === 'string' ? { name: kind, ...kinds[kind] } : kind;
}
