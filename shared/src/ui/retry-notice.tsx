import { useRevalidator } from '@tallystick/shared/router';
import type { ComponentProps } from 'react';
import { RetryButton } from './retry-button.tsx';
import classes from './retry-notice.module.css';

interface RetryNoticeProps {
  readonly title: string;
  /** Why, in a sentence. */
  readonly text: string;
}

/** Says that something of the page could not be loaded, and loads the page's data again. */
export function RetryNotice(props: RetryNoticeProps) {
  const { revalidate, state } = useRevalidator();
  return <FailureNotice {...props} pending={state === 'loading'} onRetry={revalidate} />;
}

/** The same for what is not of the page's data; `onRetry` loads it. */
export function FailureNotice({
  title,
  text,
  ...retry
}: RetryNoticeProps & ComponentProps<typeof RetryButton>) {
  return (
    <div className={classes.notice} role="alert">
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{text}</p>
      <RetryButton {...retry} />
    </div>
  );
}
