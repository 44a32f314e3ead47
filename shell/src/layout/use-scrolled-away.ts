import { useEffect, useState } from 'react';

/** Pixels that a finger moves without meaning to. */
const slack = 8;

/**
 * Whether the reader is scrolling down, past the top of the page, and would rather read than see
 * the bar. False again with the first move up.
 */
export function useScrolledAway(): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    // A page begins at its top. Reading `scrollY` here would lay the page out before its first
    // paint.
    let before = 0;
    const onScroll = () => {
      const { scrollY, innerHeight } = window;
      const { scrollHeight } = document.documentElement;
      // Beyond both ends the page only bounces.
      const bounces = scrollY < 0 || scrollY + innerHeight > scrollHeight;
      if (bounces || Math.abs(scrollY - before) < slack) return;
      setAway(scrollY > before && scrollY > 2 * slack);
      before = scrollY;
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, []);
  return away;
}
