import type { Vitals } from '@tallystick/contract/release-news';
import type { Clock } from '@tallystick/timing/clock';
import { type MetricType, onINP, onLCP } from 'web-vitals';

/**
 * Measures this page from its beginning, also what was before this call; answers what is known by now. A page that
 * comes back from the browser's cache begins no other.
 */
export function measureVitals(): () => Vitals {
  const vitals: Vitals = {};
  const note = ({ name, value, navigationType }: MetricType) => {
    if (navigationType === 'back-forward-cache') return;
    if (name === 'LCP') vitals.lcp = Math.round(value);
    if (name === 'INP') vitals.inp = Math.round(value);
  };
  onLCP(note, { reportAllChanges: true });
  onINP(note, { reportAllChanges: true });
  return () => vitals;
}

/** Milliseconds after which the largest part of a page is taken for painted. */
const paintedMs = 5_000;

/** What of a page's vitals is to be told when: each once, and as it will stay. */
export function createVitalsNews(measured: () => Vitals, clock: Clock) {
  let lcp: 'waits' | 'due' | 'told' = 'waits';
  return {
    /** Waits until the page is taken for painted, for no report of its own; answers how to give that up. */
    follow(): () => void {
      if (lcp !== 'waits') return () => {};
      return clock(paintedMs, () => {
        lcp = 'due';
      });
    },
    /** How it answers its visitor is known as it goes. */
    due(leaving: boolean): Vitals {
      const now = measured();
      const isPainted = lcp === 'due' || (lcp === 'waits' && leaving);
      return {
        ...(isPainted && now.lcp !== undefined && { lcp: now.lcp }),
        ...(leaving && now.inp !== undefined && { inp: now.inp }),
      };
    },
    arrived(vitals: Vitals | undefined): void {
      if (vitals?.lcp !== undefined) lcp = 'told';
    },
  };
}
