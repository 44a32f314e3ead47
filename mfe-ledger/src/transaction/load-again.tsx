import { useRevalidator } from '@tallystick/shared/router';
import { RetryButton } from '@tallystick/shared/ui/retry-button';
import { useLayoutEffect, useRef } from 'react';

/** Loads the page again: at a click, and by itself when the machine is back on line. */
export function LoadAgain() {
  const { revalidate, state } = useRevalidator();
  const frame = useRef<HTMLSpanElement>(null);

  // When it has helped it goes: whoever pressed it finds the focus at the page.
  useLayoutEffect(() => {
    const { current } = frame;
    return () => {
      if (current?.contains(document.activeElement)) {
        current.closest('main')?.focus({ preventScroll: true });
      }
    };
  }, []);

  return (
    <span ref={frame}>
      <RetryButton pending={state === 'loading'} onRetry={revalidate} />
    </span>
  );
}
