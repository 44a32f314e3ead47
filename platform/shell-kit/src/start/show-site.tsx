import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { type DataRouter, RouterProvider } from 'react-router-dom';
import { keepTyped } from '../fields/keep-typed.ts';
import { type LoadedPage, pageRoute } from '../routing/page.ts';

/**
 * Milliseconds until a frame is drawn that says that its page is still loading. A page that comes
 * sooner is drawn with its frame: to draw the frame alone takes longer than most pages need to come.
 */
const frameDelayMs = 100;

/**
 * Draws the site into the root. A page that the site server has rendered into it stays until
 * everything is here. It is hydrated if it is what would be drawn; else another takes its place in
 * one step.
 *
 * @param firstLoad resolves when the first page has been loaded
 * @param isUsual whether the page is for somebody whom the site server took for granted
 * @param caught told of what a boundary holds, also a remote's own, which React would only log
 */
export async function showSite(
  root: HTMLElement,
  router: DataRouter,
  firstLoad: Promise<void>,
  isUsual: () => boolean,
  caught: (error: unknown, drawn: Drawn) => void,
): Promise<void> {
  const { rendered } = root.dataset;
  const site = <RouterProvider router={router} />;
  if (rendered === undefined) {
    await Promise.race([firstLoad, new Promise((late) => setTimeout(late, frameDelayMs))]);
    createRoot(root, { onCaughtError: caught }).render(site);
    return;
  }
  await firstLoad;
  // The router takes in what was loaded, and lists the answers that came with the page.
  await new Promise((next) => setTimeout(next));
  const isSame = buildOf(router) === rendered && isAddressOf(router);
  // From here on the page itself handles what is pressed in it, and `first.js` notes it no more.
  delete root.dataset.rendered;
  if (isSame && isUsual()) {
    hydrateRoot(root, site, { onCaughtError: caught, onRecoverableError: caught });
    return;
  }
  // A form of another build, or of another page, may mean something else.
  const bringBack = isSame ? keepTyped(root) : () => {};
  const scrolled = window.scrollY;
  // Synchronously: what is typed until it is drawn would be lost.
  flushSync(() => createRoot(root, { onCaughtError: caught }).render(site));
  if (isSame && scrolled > 0) window.scrollTo(0, scrolled);
  bringBack();
}

/** What React drew as something was thrown. */
interface Drawn {
  readonly componentStack?: string | undefined;
}

/** The build of the page that is to be drawn; null: it is no remote's. */
function buildOf({ state }: DataRouter): string | null {
  const page: LoadedPage | undefined = state.loaderData[pageRoute];
  if (!state.initialized || page?.part == null || page.content.type !== 'remote') return null;
  return `${page.part.app}@${page.content.build}`;
}

/** Whether the page that is to be drawn is the one that was asked for: somebody may have gone back meanwhile. */
function isAddressOf(router: DataRouter): boolean {
  const [asked] = performance.getEntriesByType('navigation');
  if (asked === undefined) return true;
  const from = new URL(asked.name);
  const to = new URL(router.createHref(router.state.location), from);
  return to.pathname === from.pathname && to.search === from.search;
}
