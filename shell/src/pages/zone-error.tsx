import { Link, useRevalidator } from 'react-router-dom';
import { strings } from '../strings.ts';
import { failureOf } from './failure.ts';
import { NotFound } from './not-found.tsx';
import { Notice } from './notice.tsx';

/** Takes the place of one page that cannot be shown; the rest of the site stays as it is. */
export function ZoneError({ error, tryAgain }: { error: unknown; tryAgain: () => void }) {
  const failure = failureOf(error);
  switch (failure.code) {
    case 'not-found':
      return <NotFound />;
    case 'part-missing':
      return (
        <Notice title={strings.partMissing.title(failure.part)} text={strings.partMissing.text}>
          <TryAgain onClick={tryAgain} />
        </Notice>
      );
    case 'chunk-missing':
      return (
        <Notice {...strings.chunkMissing}>
          <TryAgain onClick={tryAgain} />
          <WayHome />
        </Notice>
      );
    case 'unexpected':
      return (
        <Notice {...strings.unexpected}>
          <TryAgain onClick={tryAgain} />
          <WayHome />
        </Notice>
      );
  }
}

/** Without leaving the page. */
function TryAgain({ onClick }: { onClick: () => void }) {
  const waits = useRevalidator().state === 'loading';
  return (
    // Not disabled, which would take the focus from whoever pressed it.
    <button type="button" aria-disabled={waits} onClick={() => waits || onClick()}>
      {waits ? strings.pleaseWait : strings.tryAgain}
    </button>
  );
}

function WayHome() {
  return <Link to="/">{strings.notFound.wayOut}</Link>;
}
