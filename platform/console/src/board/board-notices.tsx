import { wayOut } from '@tallystick/contract/policy/breach';
import type { Board } from '@tallystick/registry/contract/board';
import { Link } from 'react-router-dom';
import { addressOf } from '../address/route.ts';
import { administers, useSignedIn } from '../session/signed-in.ts';
import { strings } from '../strings.ts';
import { StatusNotice } from '../ui/status-notice.tsx';

interface ShoutsProps {
  readonly shouts: readonly string[];
  readonly channel: string;
}

/** What everybody has to see at once, and where to look into it. */
export function Shouts({ shouts, channel }: ShoutsProps) {
  const { actor } = useSignedIn();
  if (shouts.length === 0) return null;
  const words = strings.board.shouts;
  return (
    <StatusNotice severity="failing" title={words.title} alert>
      {shouts.map((shout) => (
        <p key={shout}>{shout}</p>
      ))}
      <p>
        <Link to={addressOf({ page: 'audit', channel })}>{words.look}</Link>
        {administers(actor) ? (
          <>
            {' · '}
            <Link to={addressOf({ page: 'tokens', channel })}>{words.revoke}</Link>
          </>
        ) : null}
      </p>
    </StatusNotice>
  );
}

/** What the policy of pages refuses builds that are live or run somewhere: their teams have to know. */
export function Breaches({ breaches }: Pick<Board, 'breaches'>) {
  if (breaches.length === 0) return null;
  return (
    <StatusNotice severity="watch" title={strings.board.breaches.title}>
      {breaches.map((breach) => (
        <p key={`${breach.app} ${breach.build} ${breach.directive}`}>
          {strings.board.breaches.line(breach)}. {wayOut(breach)}
        </p>
      ))}
    </StatusNotice>
  );
}
