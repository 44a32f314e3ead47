const longestWait = 2_000;

/** Resolves when the page is loaded and the browser has nothing better to do. */
export async function afterFirstPaint(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  }
  await new Promise<void>((resolve) => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in globalThis) {
      requestIdleCallback(() => resolve(), { timeout: longestWait });
    } else setTimeout(resolve);
  });
}
