import { Link, useRevalidator } from 'react-router-dom';
import { useSite } from '../site-context.ts';
import { failureOf } from './failure.ts';

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

/** Without leaving the page. */
function TryAgain({ onClick }: { onClick: () => void }) {
  const { Button, texts } = useSite().shell;
  const waits = useRevalidator().state === 'loading';
  return (
    // Not disabled, which would take the focus from whoever pressed it.
    <Button aria-disabled={waits} onClick={() => waits || onClick()}>
      {waits ? texts.pleaseWait : texts.tryAgain}
    </Button>
  );
}
