/**
 * Waits in line for the Web Lock `name`; `onHeld` is called, later, when it is ours. A browser that
 * refuses locks here altogether counts as having granted it. Returns how to give it up.
 */
export function acquireLeadership(name: string, onHeld: () => void): () => void {
  const seeking = new AbortController();
  const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<void>();
  const held = () => {
    if (seeking.signal.aborted) return;
    onHeld();
    return givenUp;
  };
  navigator.locks.request(name, { signal: seeking.signal }, held).catch(held);
  return () => {
    seeking.abort();
    giveUp();
  };
}
