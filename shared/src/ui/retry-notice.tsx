import { useRevalidator } from '@tallystick/shared/router';
import { Button } from './button.tsx';
import classes from './retry-notice.module.css';
import { useBackOnline } from './use-back-online.ts';

interface RetryNoticeProps {
  readonly title: string;
  /** Why, in a sentence. */
  readonly text: string;
}

/**
 * Says that something of the page could not be loaded, and loads the page's data again: at a click,
 * and by itself when the machine is back on line.
 */
export function RetryNotice({ title, text }: RetryNoticeProps) {
  const { revalidate, state } = useRevalidator();
  useBackOnline(revalidate);
  return (
    <div className={classes.notice} role="alert">
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{text}</p>
      <Button onClick={() => void revalidate()} disabled={state === 'loading'}>
        {state === 'loading' ? 'Please wait...' : 'Try again'}
      </Button>
    </div>
  );
}
