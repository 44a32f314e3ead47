import { Notice } from '@tallystick/shared/ui/notice';
import { Button } from '@tallystick/ui/button';
import { Link, useRevalidator } from 'react-router-dom';
import { strings } from '../strings.ts';
import { failureOf } from './failure.ts';
import { NotFound } from './not-found.tsx';

/** Takes the place of one page that cannot be shown; the rest of the site stays as it is. */
export function ZoneError({ error, tryAgain }: { error: unknown; tryAgain: () => void }) {
  const failure = failureOf(error);
  switch (failure.code) {
    case 'not-found':
      return <NotFound />;
    case 'part-missing':
      return (
        <Notice
          as="h1"
          title={strings.partMissing.title(failure.part)}
          text={strings.partMissing.text}
        >
          <TryAgain onClick={tryAgain} />
        </Notice>
      );
    case 'chunk-missing':
    case 'unexpected': {
      const { title, text } =
        failure.code === 'unexpected' ? strings.unexpected : strings.chunkMissing;
      return (
        <Notice as="h1" title={title} text={text}>
          <TryAgain onClick={tryAgain} />
          <Link to="/">{strings.notFound.wayOut}</Link>
        </Notice>
      );
    }
  }
}

/** Without leaving the page. */
function TryAgain({ onClick }: { onClick: () => void }) {
  const waits = useRevalidator().state === 'loading';
  return (
    // Not disabled, which would take the focus from whoever pressed it.
    <Button aria-disabled={waits} onClick={() => waits || onClick()}>
      {waits ? strings.pleaseWait : strings.tryAgain}
    </Button>
  );
}
