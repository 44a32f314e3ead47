import { isRouteErrorResponse, useRevalidator, useRouteError } from '@tallystick/shared/router';
import { RemoteUnavailable } from '../federation/remote-unavailable.ts';
import { NotFound } from './not-found.tsx';
import styles from './notice.module.css';

/** Takes the place of one page that cannot be shown; the rest of the site stays as it is. */
export function ZoneError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  const part = error instanceof RemoteUnavailable ? error.title : null;
  return <ZoneNotice part={part} />;
}

function ZoneNotice({ part }: { part: string | null }) {
  const { revalidate, state } = useRevalidator();
  return (
    <div role="alert" className={styles.notice}>
      <h1>{part === null ? 'This page cannot be shown' : `${part} cannot be shown`}</h1>
      <p>
        {part === null
          ? 'Something went wrong while it was made. The rest of the site works.'
          : 'This part of the site did not load. The rest of the site works.'}
      </p>
      <button type="button" disabled={state === 'loading'} onClick={() => void revalidate()}>
        Try again
      </button>
    </div>
  );
}
