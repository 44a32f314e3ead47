import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { wholePageFailed } from '../release/page-failed.ts';
import { strings } from '../strings.ts';
import styles from './notice.module.css';
import { Notice } from './notice.tsx';

/** The last resort: the frame itself failed. */
export function UnexpectedError() {
  const { title, whole } = strings.unexpected;
  const error = useRouteError();
  useEffect(() => wholePageFailed(error), [error]);
  return (
    <main className={styles.alone}>
      <Notice title={title} text={whole}>
        <button type="button" onClick={() => window.location.reload()}>
          {strings.loadAgain}
        </button>
        {/* Not a link of the router's, which may be what broke. */}
        <a href="/">{strings.notFound.wayOut}</a>
      </Notice>
    </main>
  );
}
