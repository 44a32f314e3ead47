import type { LoadableBuild } from '@tallystick/shared/contracts/release';
import { separateChunkArrays } from './build-globals.ts';
import { LoadFailure, withTimeout } from './load-failure.ts';

/**
 * Runs a script of a build, checked against the hash that the release states.
 *
 * @throws LoadFailure if it is not part of the release; the promise rejects if it does not arrive
 * within `timeoutMs` milliseconds, or is another.
 */
export function loadScript(remote: LoadableBuild, file: string, timeoutMs: number): Promise<void> {
  const script = document.createElement('script');
  script.async = true;
  script.integrity = integrityOf(remote, file);
  script.crossOrigin = 'anonymous';
  script.src = addressOf(remote, file);
  script.addEventListener('load', () => separateChunkArrays(remote.base));
  return arrival(script, script.src, timeoutMs).finally(() => script.remove());
}

/** Fetches a module of a build, likewise, and does not run it: that is for who imports it. */
export function loadModuleFile(
  remote: LoadableBuild,
  file: string,
  timeoutMs: number,
): Promise<void> {
  const link = linkTo(remote, file, 'modulepreload');
  return arrival(link, link.href, timeoutMs).finally(() => link.remove());
}

/** Stylesheets that are on their way, by their addresses. */
const arriving = new Map<string, Promise<void>>();

/** Puts a stylesheet of a build into the page, likewise; one that is there already, or stands in the page, is kept. */
export async function loadStyle(
  remote: LoadableBuild,
  file: string,
  timeoutMs: number,
): Promise<void> {
  const href = addressOf(remote, file);
  const underWay = arriving.get(href);
  if (underWay !== undefined) return underWay;
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const inPage = [...document.querySelectorAll('style')];
  if (links.some((link) => link.href === href)) return;
  if (inPage.some(({ dataset }) => dataset.href === remote.base + file)) return;
  const link = linkTo(remote, file, 'stylesheet');
  const arrived = arrival(link, href, timeoutMs);
  arriving.set(href, arrived);
  try {
    await arrived;
  } catch (error) {
    link.remove();
    throw error;
  } finally {
    arriving.delete(href);
  }
}

function arrival(element: HTMLElement, address: string, timeoutMs: number): Promise<void> {
  const arrived = new Promise<void>((resolve, reject) => {
    element.onload = () => resolve();
    // The browser does not say whether it was missing or had another hash.
    element.onerror = () => reject(new LoadFailure('unavailable', `${address} did not load`));
    document.head.append(element);
  });
  return withTimeout(timeoutMs, address, arrived);
}

/** A link to a file of a build, with its hash. */
export function linkTo(remote: LoadableBuild, file: string, rel: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = rel;
  link.integrity = integrityOf(remote, file);
  link.crossOrigin = 'anonymous';
  // Whole: the bundler's own code looks for a style by its address.
  link.href = addressOf(remote, file);
  return link;
}

/** Where a file of a build is. */
export function addressOf(remote: LoadableBuild, file: string): string {
  return new URL(remote.base + file, location.href).href;
}

/** The hash of a file; what the release does not know is refused, not let through. */
function integrityOf(remote: LoadableBuild, file: string): string {
  const integrity = remote.files[file];
  if (integrity !== undefined) return integrity;
  throw new LoadFailure('unavailable', `${remote.base}${file} is not part of this release`);
}
