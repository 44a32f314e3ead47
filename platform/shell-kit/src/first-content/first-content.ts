const longestIdle = 2_000;
/** Milliseconds: a page whose content does not come must still hear of a recall. */
const longestWait = 10_000;

/** Notes on the root element (`data-shown`) that the first page is there. */
export function noteFirstContent(): void {
  document.documentElement.dataset.shown = '';
}

/**
 * Resolves when the first page has its content, or cannot have it soon, and the browser is idle.
 * What loads then takes nothing from what a visitor waits for.
 */
export async function afterFirstContent(): Promise<void> {
  await shown();
  await new Promise<void>((resolve) => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in globalThis) {
      requestIdleCallback(() => resolve(), { timeout: longestIdle });
    } else setTimeout(resolve);
  });
}

/** Resolves once `data-shown` is set. It is an attribute, since a variable would exist once in each remote's copy. */
function shown(): Promise<void> {
  const root = document.documentElement;
  if (root.dataset.shown !== undefined) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const observer = new MutationObserver(done);
    observer.observe(root, { attributeFilter: ['data-shown'] });
    const timer = setTimeout(done, longestWait);
  });
}
