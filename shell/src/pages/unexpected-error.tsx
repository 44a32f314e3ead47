import { Notice } from '@tallystick/shared/ui/notice';
import { Button } from '@tallystick/ui/button';
import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { wholePageFailed } from '../release/page-failed.ts';
import { strings } from '../strings.ts';
import styles from './plain.module.css';

/** The last resort: the frame itself failed. */
export function UnexpectedError() {
  const { title, whole } = strings.unexpected;
  const error = useRouteError();
  useEffect(() => wholePageFailed(error), [error]);
  return (
    <main className={styles.alone}>
      <Notice as="h1" title={title} text={whole}>
        <Button onClick={() => window.location.reload()}>{strings.loadAgain}</Button>
        {/* Not a link of the router's, which may be what broke. */}
        <a href="/">{strings.notFound.wayOut}</a>
      </Notice>
    </main>
  );
}
