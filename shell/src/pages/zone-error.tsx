import { Link, useRevalidator, useRouteError } from '@tallystick/shared/router';
import { strings } from '../strings.ts';
import { failureOf } from './failure.ts';
import { NotFound } from './not-found.tsx';
import { Notice } from './notice.tsx';

/** Takes the place of one page that cannot be shown; the rest of the site stays as it is. */
export function ZoneError({ tryAgain }: { tryAgain: () => void }) {
  const failure = failureOf(useRouteError());
  switch (failure.code) {
    case 'not-found':
      return <NotFound />;
    case 'part-missing':
      return <PartMissing part={failure.part} tryAgain={tryAgain} />;
    case 'chunk-missing':
      return (
        <Notice {...strings.chunkMissing}>
          <LoadAgain />
          <WayHome />
        </Notice>
      );
    case 'unexpected':
      return (
        <Notice {...strings.unexpected}>
          <LoadAgain />
          <WayHome />
        </Notice>
      );
  }
}

/** The remote is asked for again, without leaving the page. */
function PartMissing({ part, tryAgain }: { part: string; tryAgain: () => void }) {
  const { state } = useRevalidator();
  return (
    <Notice title={strings.partMissing.title(part)} text={strings.partMissing.text}>
      <button type="button" disabled={state === 'loading'} onClick={tryAgain}>
        {state === 'loading' ? strings.pleaseWait : strings.tryAgain}
      </button>
    </Notice>
  );
}

function LoadAgain() {
  return (
    <button type="button" onClick={() => window.location.reload()}>
      {strings.loadAgain}
    </button>
  );
}

function WayHome() {
  return <Link to="/">{strings.notFound.wayOut}</Link>;
}
