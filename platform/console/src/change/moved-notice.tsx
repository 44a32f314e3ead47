import type { Revision } from '@tallystick/registry/contract/channel';
import { Moment } from '../say/moment.tsx';
import { strings } from '../strings.ts';
import { StatusNotice } from '../ui/status-notice.tsx';
import { MoveLine } from './move-line.tsx';
import classes from './moved-notice.module.css';

// The notice takes the focus from the button, since a key pressed once more would confirm what nobody has read.
const focus = (notice: HTMLElement | null) => notice?.focus();

/** What others did while somebody looked at a change of their own. */
export function MovedNotice({ revisions }: { readonly revisions: readonly Revision[] }) {
  return (
    <div ref={focus} tabIndex={-1}>
      <StatusNotice severity="watch" title={strings.change.moved} alert>
        <p>{revisions.length === 0 ? strings.change.movedUnknown : strings.change.movedHint}</p>
        <ul className={classes.list}>
          {revisions.map(({ revision, at, by, reason, moves }) => (
            <li key={revision}>
              <p>
                {strings.board.revision(revision)} {strings.board.by(by)}: “{reason}”,{' '}
                <Moment at={at} />
              </p>
              {moves.map((move) => (
                <MoveLine key={move.app} move={move} />
              ))}
            </li>
          ))}
        </ul>
      </StatusNotice>
    </div>
  );
}
