import { Button, handFocusOn } from '@tallystick/ui/button';
import { useLayoutEffect, useRef } from 'react';
import { whenOnline } from '../machine/when-online.ts';

interface RetryButtonProps {
  /** Whether it is being tried. */
  readonly pending: boolean;
  /** A stable function. */
  readonly onRetry: () => unknown;
}

/** Tries again what failed: at a click, and by itself when the machine is back on line. */
export function RetryButton({ pending, onRetry }: RetryButtonProps) {
  const isPending = useRef(pending);
  useLayoutEffect(() => {
    isPending.current = pending;
  }, [pending]);
  // This listens before the button is drawn, because the browser may be online again when a person sees it.
  useLayoutEffect(
    () =>
      whenOnline((again) => {
        if (!(again && isPending.current)) void onRetry();
      }),
    [onRetry],
  );
  return (
    // `disabled` would take the focus from the person who pressed the button.
    <Button ref={handFocusOn} aria-disabled={pending} onClick={() => pending || void onRetry()}>
      {pending ? 'Please wait...' : 'Try again'}
    </Button>
  );
}
