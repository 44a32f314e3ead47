/** Where the focus was in the page, in words that another build of it can be searched by. */
type Focus = ReturnType<typeof focusOf>;

/** Milliseconds in which content may still arrive and the page may grow to its old height. */
const timeoutMs = 3_000;
const taking = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Notes where the page is scrolled to and what has the focus. The returned function is called once
 * another build of the page is there, and brings both back. The focus goes to the element that
 * corresponds to the one that had it, else to the page itself. On another page it does nothing.
 */
export function keepScrollAndFocus(): () => void {
  const content = document.getElementById('content');
  if (content === null) return () => {};
  const { scrollY: top } = window;
  const { pathname } = location;
  const active = document.activeElement;
  const focus = active && active !== content && content.contains(active) ? focusOf(active) : null;
  return () => {
    if (location.pathname !== pathname) return;
    if (focus !== null && !active?.isConnected) {
      const heir = findHeir(content, focus) ?? content;
      heir.focus({ preventScroll: true });
    }
    restoreScroll(top);
  };
}

function focusOf(element: Element) {
  return {
    id: element.id,
    tag: element.tagName,
    name: element.getAttribute('name'),
    href: element.getAttribute('href'),
    label: labelOf(element),
  };
}

function labelOf(element: Element): string {
  return element.getAttribute('aria-label') ?? element.textContent ?? '';
}

function findHeir(content: HTMLElement, { id, tag, name, href, label }: Focus): HTMLElement | null {
  const same = [...content.querySelectorAll<HTMLElement>(tag)].filter(
    (element) => element.getAttribute('name') === name && element.getAttribute('href') === href,
  );
  const byId = id === '' ? undefined : same.find((element) => element.id === id);
  return byId ?? same.find((element) => labelOf(element) === label) ?? null;
}

/** The page may be shorter until its data is there: it is tried again as it grows. */
function restoreScroll(top: number): void {
  const scroll = () => window.scrollTo({ top, behavior: 'instant' });
  scroll();
  if (Math.abs(window.scrollY - top) < 1) return;
  const growth = new ResizeObserver(() => {
    scroll();
    if (Math.abs(window.scrollY - top) < 1) end();
  });
  const end = () => {
    growth.disconnect();
    clearTimeout(timer);
    for (const sign of taking) removeEventListener(sign, end, true);
  };
  const timer = setTimeout(end, timeoutMs);
  // A visitor who scrolls now wants to be somewhere else.
  for (const sign of taking) addEventListener(sign, end, { capture: true, passive: true });
  growth.observe(document.body);
}
