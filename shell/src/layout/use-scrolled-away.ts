import { useEffect, useState } from 'react';

/** Pixels that a finger moves without meaning to. */
const slack = 8;

/**
 * Whether the reader is scrolling down, past the top of the page, and would rather read than see
 * the bar; false again with the first move up.
 */
export function useScrolledAway(): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    // Known with the first scroll: to ask for it now would lay out the page before its first paint.
    let before: number | null = null;
    const onScroll = () => {
      const { scrollY, innerHeight } = window;
      const { scrollHeight } = document.documentElement;
      // Beyond both ends the page only bounces.
      const bounces = scrollY < 0 || scrollY + innerHeight > scrollHeight;
      if (bounces || (before !== null && Math.abs(scrollY - before) < slack)) return;
      if (before !== null) setAway(scrollY > before && scrollY > 2 * slack);
      before = scrollY;
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, []);
  return away;
}
