import { Link, useRevalidator } from 'react-router-dom';
import { isChunkError, RemoteUnavailable } from '../federation/load-failure.ts';
import { useSite } from '../site-context.ts';

/** Takes the place of one page that cannot be shown; the rest of the site stays as it is. */
export function ZoneError({ error, tryAgain }: { error: unknown; tryAgain: () => void }) {
  const { Problem, notFound, texts } = useSite().shell;
  const failure = failureOf(error);
  switch (failure.code) {
    case 'not-found':
      return notFound.element;
    case 'part-missing': {
      const { title, text } = texts.partMissing;
      return (
        <Problem as="h1" title={title(failure.part)} text={text}>
          <TryAgain onClick={tryAgain} />
        </Problem>
      );
    }
    case 'chunk-missing':
    case 'unexpected': {
      const { title, text } = failure.code === 'unexpected' ? texts.unexpected : texts.chunkMissing;
      return (
        <Problem as="h1" title={title} text={text}>
          <TryAgain onClick={tryAgain} />
          <Link to="/">{texts.wayOut}</Link>
        </Problem>
      );
    }
  }
}

/** A button that loads the page again without leaving it. */
function TryAgain({ onClick }: { onClick: () => void }) {
  const { Button, texts } = useSite().shell;
  const waits = useRevalidator().state === 'loading';
  return (
    // The button is not disabled, which would take the focus from the person who pressed it.
    <Button aria-disabled={waits} onClick={() => waits || onClick()}>
      {waits ? texts.pleaseWait : texts.tryAgain}
    </Button>
  );
}

/** Why a page cannot be shown that threw this, or whose loader did, as far as it matters to who wanted to see it. */
export function failureOf(error: unknown) {
  if (error instanceof Response && error.status === 404) return { code: 'not-found' } as const;
  // The app that brings the page did not load; `part` is what people call it.
  if (error instanceof RemoteUnavailable) {
    return { code: 'part-missing', part: error.title } as const;
  }
  // If a chunk is missing, the page has loaded, but a script or stylesheet that it loads later has not.
  return { code: isChunkError(error) ? 'chunk-missing' : 'unexpected' } as const;
}
