import type { Revision } from '@tallystick/registry/contract/channel';
import { Moment } from '../say/moment.tsx';
import { strings } from '../strings.ts';
import { MoveLine } from './move-line.tsx';
import classes from './moved-notice.module.css';

/** What others did while somebody looked at a change of their own. */
export function MovedNotice({ revisions }: { readonly revisions: readonly Revision[] }) {
  return (
    <section className={classes.moved} role="alert">
      <h3>{strings.change.moved}</h3>
      <p>{revisions.length === 0 ? strings.change.movedUnknown : strings.change.movedHint}</p>
      <ul>
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
    </section>
  );
}
