import type { LoadableBuild } from '@tallystick/contract/release';
import * as v from 'valibot';
import { separateChunkArrays } from './build-globals.ts';
import { LoadFailure, withTimeout } from './load-failure.ts';
import { styleArrived } from './shown-styles.ts';

const importMapSchema = v.object({
  integrity: v.optional(v.record(v.string(), v.string())),
});

/**
 * Runs a script of a build, checked against the hash that the release states.
 *
 * @throws LoadFailure if it is not part of the release, does not arrive in time, or is another.
 */
export async function loadScript(remote: LoadableBuild, file: string): Promise<void> {
  const script = document.createElement('script');
  script.async = true;
  script.integrity = integrityOf(remote, file);
  script.crossOrigin = 'anonymous';
  script.src = addressOf(remote, file);
  script.addEventListener('load', () => separateChunkArrays(remote.base));
  await arrival(script.src, script);
  script.remove();
}

/** Fetches a module of a build, likewise, and does not run it: that is for who imports it. */
export async function loadModuleFile(remote: LoadableBuild, file: string): Promise<void> {
  const address = addressOf(remote, file);
  const link = linkTo(remote, file, 'modulepreload');
  await arrival(address, link);
  link.remove();
  // WebKit takes no notice of that hash. For builds that the page came with, the import map has it.
  // Those that were released since are fetched with it, and imported from what the browser then
  // has.
  if (isInImportMap(remote.base + file)) return;
  await withTimeout(address, fetch(address, { integrity: integrityOf(remote, file) }));
}

function isInImportMap(path: string): boolean {
  const text = document.querySelector('script[type=importmap]')?.textContent ?? '{}';
  const { integrity = {} } = v.parse(importMapSchema, JSON.parse(text));
  return Object.hasOwn(integrity, path);
}

/** Stylesheets that are on their way, by their addresses. */
const arriving = new Map<string, Promise<unknown>>();

/** Puts a stylesheet of a build into the page, likewise; one that is there already, or stands in the page, is kept. */
export async function loadStyle(remote: LoadableBuild, file: string): Promise<void> {
  const href = addressOf(remote, file);
  const underWay = arriving.get(href);
  if (underWay !== undefined) return void (await underWay);
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const inPage = [...document.querySelectorAll('style')];
  if (links.some((link) => link.href === href)) return;
  if (inPage.some(({ dataset }) => dataset.href === remote.base + file)) return;
  const arrived = arrival(href, linkTo(remote, file, 'stylesheet'))
    .then(() => styleArrived(remote.base, href))
    .finally(() => arriving.delete(href));
  arriving.set(href, arrived);
  await arrived;
}

/** Puts the element into the page that brings a file; one that does not is removed. It is `retryFiles` that tries again. */
async function arrival<Made extends HTMLElement>(address: string, element: Made): Promise<Made> {
  const arrived = new Promise<Made>((resolve, reject) => {
    element.onload = () => resolve(element);
    // The browser does not say whether it was missing or had another hash.
    element.onerror = () => reject(new LoadFailure('unavailable', `${address} did not load`));
    document.head.append(element);
  });
  try {
    return await withTimeout(address, arrived);
  } catch (error) {
    element.remove();
    throw error;
  }
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
