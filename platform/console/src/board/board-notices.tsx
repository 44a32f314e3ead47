import { wayOut } from '@tallystick/contract/policy/breach';
import type { Board, Shout } from '@tallystick/registry/contract/board';
import { Link } from 'react-router-dom';
import { addressOf } from '../address/route.ts';
import { administers, useSignedIn } from '../session/signed-in.ts';
import { strings } from '../strings.ts';
import { StatusNotice } from '../ui/status-notice.tsx';

interface ShoutsProps {
  readonly shouts: readonly Shout[];
  readonly channel: string;
}

/** What everybody has to see at once, and where to look into it. */
export function Shouts({ shouts, channel }: ShoutsProps) {
  const broken = shouts.filter((shout) => shout.of === 'break-glass');
  const refused = shouts.filter((shout) => shout.of === 'witness');
  return (
    <>
      {broken.length === 0 ? null : <BrokenGlass shouts={broken} channel={channel} />}
      {refused.length === 0 ? null : (
        <StatusNotice severity="failing" title={strings.board.shouts.witness} alert>
          {textsOf(refused)}
        </StatusNotice>
      )}
    </>
  );
}

const textsOf = (shouts: readonly Shout[]) => shouts.map(({ text }) => <p key={text}>{text}</p>);

function BrokenGlass({ shouts, channel }: ShoutsProps) {
  const { actor } = useSignedIn();
  const words = strings.board.shouts;
  return (
    <StatusNotice severity="failing" title={words.title} alert>
      {textsOf(shouts)}
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
