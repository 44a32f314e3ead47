import type { Page } from '@playwright/test';

declare global {
  interface Window {
    painted?: Promise<number>;
  }
}

/**
 * Milliseconds from the click or the step in the history that `act` makes until the frame after the
 * page has what `selector` names. The page's address begins with `path`; for `/` it is `/` itself.
 */
export async function paintedAfter(
  page: Page,
  path: string,
  selector: string,
  act: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate(watch, { path, selector });
  await act();
  return page.evaluate(() => window.painted ?? Number.NaN);
}

/** Runs in the page. */
function watch({ path, selector }: { path: string; selector: string }): void {
  const { promise, resolve } = Promise.withResolvers<number>();
  window.painted = promise;
  let began: number | null = null;
  const begin = ({ timeStamp }: Event) => {
    began ??= timeStamp;
  };
  for (const type of ['click', 'popstate']) addEventListener(type, begin, { capture: true });
  const isThere = () =>
    path === '/' ? location.pathname === '/' : location.pathname.startsWith(path);
  const look = () => {
    if (began === null || !isThere() || document.querySelector(selector) === null) {
      requestAnimationFrame(look);
      return;
    }
    const from = began;
    for (const type of ['click', 'popstate']) removeEventListener(type, begin, { capture: true });
    // A task that a frame's callback makes runs once the frame is painted.
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)));
  };
  look();
}
