import { wayOut } from '@tallystick/contract/policy/breach';
import type { Board } from '@tallystick/registry/contract/board';
import { strings } from '../strings.ts';
import { StatusNotice } from '../ui/status-notice.tsx';

/** What everybody has to see at once. */
export function Shouts({ shouts = [] }: Pick<Board, 'shouts'>) {
  if (shouts.length === 0) return null;
  return (
    <StatusNotice severity="failing" title={strings.board.shouts} alert>
      {shouts.map((shout) => (
        <p key={shout}>{shout}</p>
      ))}
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
