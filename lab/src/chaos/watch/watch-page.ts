import type { Page } from '@playwright/test';
import type { Snapshot } from './snapshot.ts';

/**
 * Watches a page, through its loads too: each change of what people see in it, and the errors that
 * nothing in the page caught.
 */
export async function watchPage(page: Page) {
  const snapshots: Snapshot[] = [];
  const unhandled: string[] = [];
  page.on('pageerror', (error) => unhandled.push(String(error)));
  page.on('crash', () => unhandled.push('the page crashed'));
  await page.exposeFunction('chaosSees', (snapshot: Snapshot) => void snapshots.push(snapshot));
  await page.addInitScript(look);
  return { snapshots, unhandled };
}

/** Runs in the page. */
function look(): void {
  if (window !== window.top || location.protocol === 'about:') return;
  const rawWords =
    /\b(?:Type|Reference|Syntax|Range|ChunkLoad)Error\b|Minified React error|is not a function|undefined is not|cannot read propert|\[object \w+\]|\bat \S+\.js:\d+|Unexpected token|\bNaN\b/i;
  // What can be read, not what is there: hidden words are none.
  // biome-ignore lint/performance/useDomNodeTextContent: see above
  const read = (element: HTMLElement | null | undefined) => element?.innerText?.trim() ?? '';
  const see = (): Omit<Snapshot, 'at'> => {
    const text = read(document.body);
    // What lies in something hidden would be read as if it were seen.
    const mains = [...document.querySelectorAll<HTMLElement>('main')];
    const main = mains.find((each) => each.checkVisibility()) ?? null;
    const alert = main?.querySelector<HTMLElement>('[role=alert]') ?? null;
    const said = read(main);
    const heading = read(main?.querySelector<HTMLElement>('h1, h2'));
    const kind = () => {
      if (said === '') return text.startsWith('Please wait') ? 'waiting' : 'nothing';
      if (read(alert) !== '') return 'notice';
      return /^(?:Please wait|Still loading|Loading)/i.test(said) ? 'waiting' : 'content';
    };
    const shown = kind();
    return {
      blank: text === '',
      raw: rawWords.exec(text)?.[0] ?? null,
      main: shown,
      words: shown === 'notice' ? (read(alert).split('\n', 1)[0] ?? '') : heading,
      build: main?.querySelector<HTMLElement>('[data-build]')?.dataset.build ?? null,
      kept: document.documentElement?.dataset.kept !== undefined,
    };
  };
  let last = '';
  const sendIfChanged = () => {
    const snapshot = see();
    const text = JSON.stringify(snapshot);
    if (text === last) return;
    last = text;
    const report: unknown = Reflect.get(window, 'chaosSees');
    if (typeof report === 'function') void report({ ...snapshot, at: Date.now() });
  };
  new MutationObserver(sendIfChanged).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['hidden', 'data-build', 'class'],
  });
  setInterval(sendIfChanged, 100);
  sendIfChanged();
}
