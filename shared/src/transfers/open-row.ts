import type { MouseEvent } from 'react';

/** A person who drags over text wants to select it, not to open the page behind it. */
export function keepSelection(click: MouseEvent): void {
  if (isSelecting(click)) click.preventDefault();
}

/**
 * A click in a row acts as a click on the link that opens it. With a key held, the link opens in a
 * tab or window of its own.
 */
export function openRow(click: MouseEvent): void {
  const link = linkOf(click);
  if (!link || isSelecting(click)) return;
  if (click.ctrlKey || click.metaKey || click.shiftKey) openBeside(link);
  else link.click();
}

/** The middle button opens a row in a tab of its own, as it opens a link. */
export function openRowBeside(click: MouseEvent): void {
  const link = linkOf(click);
  if (link && click.button === 1) openBeside(link);
}

/** Keeps the middle button from scrolling the page, and Shift from selecting text, as neither would then be a click. */
export function holdPress(press: MouseEvent): void {
  if ((press.button === 1 || press.shiftKey) && linkOf(press)) press.preventDefault();
}

/** The link that opens the row; null where another link or a button was pressed. */
function linkOf({ target }: MouseEvent): HTMLAnchorElement | null {
  if (!(target instanceof Element) || target.closest('a, button')) return null;
  return target.closest('tr')?.querySelector<HTMLAnchorElement>('a[data-opens-row]') ?? null;
}

/** Browsers look at the keys that are held, and open a tab behind, before, or a window. */
function openBeside(link: HTMLAnchorElement): void {
  open(link.href, '_blank', 'noopener');
}

function isSelecting({ detail }: MouseEvent): boolean {
  return detail > 0 && document.getSelection()?.isCollapsed === false;
}
