/**
 * How many of something limited one client may have: a sure number, and more while it has fewer than a third of
 * what is left (a dynamic threshold). Whatever number of addresses takes as many as it can, some are left
 * for the next one: 64 of them leave 4 %.
 *
 * @param left how many nobody has
 */
export function fairShare(sure: number, left: number): number {
  return Math.max(sure, left / 3);
}

/**
 * How many of `inAll` a network may hold at most: the shares of so many clients, and half of them if that is more than
 * one client's.
 */
export function mostOf(perClient: number, shares: number, inAll: number): number {
  return Math.max(perClient, Math.min(perClient * shares, inAll / 2));
}
