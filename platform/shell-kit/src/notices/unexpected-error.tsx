import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { useSite } from '../site-context.ts';

/** The last resort: the frame itself failed. */
export function UnexpectedError() {
  const { shell, release } = useSite();
  const { Problem, Button, texts } = shell;
  const { title, whole } = texts.unexpected;
  const error = useRouteError();
  useEffect(() => release.wholePageFailed(error), [release, error]);
  return (
    <main style={{ maxInlineSize: '44rem', margin: '15vh auto 0', paddingInline: '1rem' }}>
      <Problem as="h1" title={title} text={whole}>
        <Button onClick={() => window.location.reload()}>{texts.loadAgain}</Button>
        {/* Not a link of the router's, which may be what broke. */}
        <a href="/">{texts.wayOut}</a>
      </Problem>
    </main>
  );
}
