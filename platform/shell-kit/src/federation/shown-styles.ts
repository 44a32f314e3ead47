/** How many zones and widgets of a build are in the page, by the path of its artifact. */
const shown = new Map<string, number>();
/** Folders of the apps of which something has been shown; below each are its builds. */
const apps = new Set<string>();

/**
 * Lets the stylesheets of a build count as long as something of it is shown. A rule such as `h1 { color: red }`
 * would reach every page that comes after it.
 *
 * @param base path of the build's artifact, below which its stylesheets lie
 * @returns what to call when it is no longer shown
 */
export function showStyles(base: string): () => void {
  const app = base.slice(0, base.lastIndexOf('/', base.length - 2) + 1);
  // One that arrives late is looked at too; `load` does not bubble.
  if (apps.size === 0) document.head.addEventListener('load', look, true);
  apps.add(app);
  shown.set(base, (shown.get(base) ?? 0) + 1);
  applyTo(app);
  return () => {
    const left = (shown.get(base) ?? 1) - 1;
    if (left === 0) shown.delete(base);
    else shown.set(base, left);
    applyTo(app);
  };
}

/** A stylesheet of a build has come, perhaps ahead: it counts once something of the build is shown. */
export function styleArrived(base: string, address: string): void {
  if (shown.has(base)) return;
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (link.href === address && link.sheet !== null) link.sheet.disabled = true;
  }
}

function look({ target }: Event): void {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
  const path = pathOf(target);
  for (const app of apps) if (path.startsWith(app)) applyTo(app);
}

function applyTo(app: string): void {
  const elements = document.querySelectorAll<HTMLLinkElement | HTMLStyleElement>(
    'link[rel=stylesheet], style[data-href]',
  );
  for (const element of elements) {
    const path = pathOf(element);
    if (element.sheet === null || !path.startsWith(app)) continue;
    // The sheet is disabled and not the link, which would fetch the sheet again when it is enabled.
    element.sheet.disabled = !shown.has(path.slice(0, path.indexOf('/', app.length) + 1));
    // Bundlers put app and chunk into data attributes, by which the runtime of another build would take this
    // stylesheet for its own. Its own runtime knows by now that it has come.
    if (element instanceof HTMLLinkElement) {
      for (const name of Object.keys(element.dataset)) delete element.dataset[name];
    }
  }
}

/** The path of a stylesheet, also of one that the site server has put into the page. */
function pathOf(element: HTMLLinkElement | HTMLStyleElement): string {
  if (element instanceof HTMLStyleElement) return element.dataset.href ?? '';
  return new URL(element.href, document.baseURI).pathname;
}
