import { useInsertionEffect, useLayoutEffect, useRef } from 'react';
import type { Location } from 'react-router-dom';
import { readStored, writeStored } from '../storage/stored-text.ts';

const countKey = 'tallystick-opened';

/**
 * The key under which the router keeps how far a page was scrolled. The router's own key is `default`
 * for every entry of the history in which the site was opened. The router would then scroll a page that
 * is opened afresh to where the one before it in this tab was left.
 */
export function scrollKey({ key }: Pick<Location, 'key'>): string {
  return key === 'default' ? `opened ${opened}` : key;
}

const opened = countOpened();

/** How often the site was opened in this tab; a reload, and coming back to it, do not count. */
function countOpened(): number {
  const [navigation] = performance.getEntriesByType('navigation');
  const again = navigation && 'type' in navigation && navigation.type !== 'navigate';
  // Where nothing is kept, the router keeps nothing either.
  const count = Number(readStored('sessionStorage', countKey)) + (again ? 0 : 1);
  writeStored('sessionStorage', countKey, String(count));
  return count;
}

/**
 * Leaves the first page where it is scrolled, unless the router knows where it was left. A rendered
 * page can be scrolled before the shell takes it over. The router would then scroll it to its top,
 * as it does with any new page.
 */
export function useStayScrolled(): void {
  const at = useRef(0);
  // Before the layout effects of all within, the router's among them.
  useInsertionEffect(() => {
    at.current = window.scrollY;
  }, []);
  useLayoutEffect(() => {
    if (at.current > 0) window.scrollTo(0, at.current);
  }, []);
}
