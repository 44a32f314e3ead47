import type { ConsoleMessage, JSHandle, Page } from '@playwright/test';
import type { Looked } from './seen-page.ts';

/** What else is asked for may be an answer of a service, which says that something is not there. */
const files = ['script', 'stylesheet', 'image', 'font', 'media'];
/** What the browser itself writes, which is listened to elsewhere. */
const ofBrowser = /^(Failed to load resource|Refused to|.*Content Security Policy)/;

/** Hears what a page throws and what it asks for in vain; the answered function says it. */
export function listenToPage(page: Page, { build, app, url, base }: Looked) {
  const thrown: Promise<string>[] = [];
  const missing: string[] = [];
  page.on('pageerror', ({ stack, message }) => {
    const text = stack || message;
    // The other apps of the page are not what is checked.
    if (text.includes(base) || !text.includes(url)) thrown.push(Promise.resolve(text));
  });
  page.on('console', (message) => {
    const text = message.text();
    // A shell writes here what a page threw, and why a build did not load.
    const isOfBuild = text.includes(base) || text.startsWith(`${app} ${build} `);
    if (message.type() !== 'error' || !isOfBuild || ofBrowser.test(text)) return;
    thrown.push(withCauses(message));
  });
  page.on('response', (response) => {
    const address = response.url();
    const isFile = files.includes(response.request().resourceType());
    if (response.status() === 404 && isFile && address.startsWith(url))
      missing.push(address.slice(url.length).replace(/[?#].*$/, ''));
  });
  return async () => ({ thrown: await Promise.all(thrown), missing });
}

/** What a message says, from the first cause on, which says the most. */
async function withCauses(message: ConsoleMessage): Promise<string> {
  try {
    const causes = await Promise.all(message.args().map(causesOf));
    return [...causes.flat().reverse(), message.text()].join('\n');
  } catch {
    // The page has gone meanwhile.
    return message.text();
  }
}

function causesOf(handle: JSHandle): Promise<string[]> {
  return handle.evaluate((value: unknown) => {
    const stacks: string[] = [];
    let at = value instanceof Error ? value.cause : undefined;
    while (at instanceof Error && stacks.length < 5) {
      stacks.push(at.stack ?? at.message);
      at = at.cause;
    }
    return stacks;
  });
}
