import { useRevalidator } from '@tallystick/shared/router';
import { RetryButton } from '@tallystick/shared/ui/retry-button';

/** Loads the page again: at a click, and by itself when the machine is back on line. */
export function LoadAgain() {
  const { revalidate, state } = useRevalidator();
  return <RetryButton pending={state === 'loading'} onRetry={revalidate} />;
}
