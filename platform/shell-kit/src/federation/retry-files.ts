/** How long before each further try at a file, in milliseconds. */
const pauses = [0, 1_000];
/** What every further try copies from the element that failed. */
const copied = ['src', 'href', 'rel', 'as', 'type', 'media', 'integrity', 'crossorigin'];

type FileElement = HTMLScriptElement | HTMLLinkElement;

/**
 * Asks again for scripts and stylesheets of builds that did not come, before those who asked hear of it. One dropped
 * request would else cost a page what was typed into it, and count against the build. Bundlers' runtimes ask by
 * elements of their own: so this listens where every element's failure passes, and takes the place of the first try.
 *
 * @returns how to stop listening
 */
export function retryFiles(): () => void {
  const givenUp = new WeakSet<EventTarget>();
  const retry = async (failed: FileElement) => {
    for (const pause of pauses) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      // The one who asked has stopped waiting.
      if (!failed.isConnected) return;
      if (await came(failed)) return void failed.dispatchEvent(new Event('load'));
    }
    givenUp.add(failed);
    failed.dispatchEvent(new Event('error'));
  };
  /** Resolves to whether the file has come this time, in an element beside the one that failed. */
  const came = (failed: FileElement) =>
    new Promise<boolean>((resolve) => {
      const element = copyOf(failed);
      givenUp.add(element);
      element.onload = () => {
        resolve(true);
        // A stylesheet counts as long as its element stays.
        (element instanceof HTMLScriptElement ? element : failed).remove();
      };
      element.onerror = () => {
        resolve(false);
        element.remove();
      };
      failed.after(element);
    });
  const look = (event: Event) => {
    const { target } = event;
    if (!isFile(target) || givenUp.has(target) || !navigator.onLine) return;
    event.stopImmediatePropagation();
    void retry(target);
  };
  // Such an event does not bubble.
  window.addEventListener('error', look, true);
  return () => window.removeEventListener('error', look, true);
}

/** A script or stylesheet of a build; not what is fetched ahead, which is asked for again by who needs it. */
function isFile(target: EventTarget | null): target is FileElement {
  if (target instanceof HTMLScriptElement) return isOfBuild(target.src);
  if (!(target instanceof HTMLLinkElement)) return false;
  return /^(?:stylesheet|modulepreload)$/.test(target.rel) && isOfBuild(target.href);
}

function isOfBuild(address: string): boolean {
  return address !== '' && new URL(address, document.baseURI).pathname.startsWith('/artifacts/');
}

/** A clone of a script would be one that has run. */
function copyOf(failed: FileElement): FileElement {
  const copy = document.createElement(failed instanceof HTMLScriptElement ? 'script' : 'link');
  for (const { name, value } of failed.attributes) {
    if (copied.includes(name)) copy.setAttribute(name, value);
  }
  return copy;
}
