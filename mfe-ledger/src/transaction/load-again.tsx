import { useRevalidator } from '@tallystick/shared/router';
import { Button } from '@tallystick/shared/ui/button';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { strings } from '../strings.ts';

/** Loads the page again: at a click, and by itself when the machine is back on line. */
export function LoadAgain() {
  const { revalidate, state } = useRevalidator();
  const frame = useRef<HTMLSpanElement>(null);
  const pending = state === 'loading';

  useEffect(() => {
    const again = () => void revalidate();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [revalidate]);

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
      {/* Not disabled, which would take the focus from whoever pressed it. */}
      <Button aria-disabled={pending} onClick={() => pending || void revalidate()}>
        {pending ? strings.pleaseWait : strings.tryAgain}
      </Button>
    </span>
  );
}
