import { useInsertionEffect, useLayoutEffect, useRef } from 'react';

/**
 * Leaves the first page where it is scrolled, unless the router knows where it was left: a rendered page can be read
 * before it hears, and the router, which comes to it as to any new one, scrolls to its top.
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
