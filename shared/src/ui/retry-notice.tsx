import { useRevalidator } from '@tallystick/shared/router';
import type { ComponentProps } from 'react';
import { Notice, type NoticeProps } from './notice.tsx';
import { RetryButton } from './retry-button.tsx';

type Words = Pick<NoticeProps, 'title' | 'text'>;

/** Says that something of the page could not be loaded, and loads the page's data again. */
export function RetryNotice(props: Words) {
  const { revalidate, state } = useRevalidator();
  return <FailureNotice {...props} pending={state === 'loading'} onRetry={revalidate} />;
}

/** The same for what is not of the page's data; `onRetry` loads it. */
export function FailureNotice({
  pending,
  onRetry,
  ...words
}: Words & ComponentProps<typeof RetryButton>) {
  return (
    <Notice {...words}>
      <RetryButton pending={pending} onRetry={onRetry} />
    </Notice>
  );
}
