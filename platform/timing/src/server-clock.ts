/** Less is the network's time and the whole seconds of the header. */
const tolerance = 3_000;

/**
 * Notes by how much this machine's clock is wrong, by the `date` header of an answer that came just now and from no cache.
 * On the document, for each app of the page has this file for itself.
 */
export function noteServerTime(date: string | null): void {
  const behind = Date.parse(date ?? '') - Date.now();
  if (Number.isNaN(behind) || globalThis.document === undefined) return;
  document.documentElement.dataset.clockBehind = String(Math.abs(behind) < tolerance ? 0 : behind);
}

/** The time now, in milliseconds: the servers', once they have said it. */
export function serverNow(): number {
  return Date.now() + Number(globalThis.document?.documentElement.dataset.clockBehind ?? 0);
}
