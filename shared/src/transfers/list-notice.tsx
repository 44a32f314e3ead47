import { useRevalidator } from '@tallystick/shared/router';
import { FailureNotice } from '../ui/retry-notice.tsx';
import classes from './list-notice.module.css';
import { strings } from './strings.ts';
import { useOnline } from './use-online.ts';

interface ListNoticeProps {
  /** `code` 0: there was no answer at all. */
  readonly failure: { readonly code: number; readonly error: string };
  /** Whether the list is asked for again. */
  readonly pending: boolean;
  /** Whether there are earlier rows. */
  readonly overRows: boolean;
}

/**
 * Says why a page of the list is not there, above the earlier rows if there are some. Asks for the
 * page again at a click, and by itself when the machine is back on line.
 */
export function ListNotice({ failure, pending, overRows }: ListNoticeProps) {
  const { revalidate } = useRevalidator();
  const online = useOnline();
  const offline = failure.code === 0 && !online;
  const why = offline ? strings.offlineText : failure.error;
  return (
    <div className={classes.place}>
      <FailureNotice
        title={offline ? strings.offline : strings.listFailed}
        text={overRows ? `${why} ${strings.oldRows}` : why}
        pending={pending}
        onRetry={revalidate}
      />
    </div>
  );
}
