export function elapsed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Resolves with `wait`, or as soon as the browser says that it is online again. */
export async function orOnline(wait: Promise<void>): Promise<void> {
  const heard = new AbortController();
  const online = new Promise<void>((resolve) => {
    addEventListener('online', () => resolve(), { once: true, signal: heard.signal });
  });
  await Promise.race([wait, online]);
  heard.abort();
}
