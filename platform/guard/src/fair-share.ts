/**
 * How many of something limited one client may have (a dynamic threshold). It has `sure` of them in any case, and
 * more while it has fewer than a third of what is left. However many addresses take all they can get, some are
 * left for the next one: 64 of them leave 4 %.
 *
 * @param left how many nobody has
 */
export function fairShare(sure: number, left: number): number {
  return Math.max(sure, left / 3);
}

/**
 * How many of `inAll` a network may hold at most: the shares of that many clients, up to half of all. It is never
 * less than one client's share.
 */
export function mostOf(perClient: number, shares: number, inAll: number): number {
  return Math.max(perClient, Math.min(perClient * shares, inAll / 2));
}
