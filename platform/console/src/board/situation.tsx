import type { Board } from '@tallystick/registry/contract/board';
import { situationOf } from '@tallystick/registry/contract/situation';
import { strings } from '../strings.ts';
import { ConcernNotice } from './concern-notice.tsx';
import classes from './situation.module.css';

interface SituationProps {
  readonly board: Board;
  readonly channel: string;
  /** The app whose panel is open, which says the same of it; null: none is. */
  readonly open: string | null;
}

/** Whether anything is wrong, what visitors see, and what to press: the first thing on the board. */
export function Situation({ board, channel, open }: SituationProps) {
  const told = situationOf(board, channel).filter(
    // A recall that goes on has a bar of its own; the panel of an app says that all are frozen.
    ({ code, app }) =>
      code !== 'recall' && app !== (open ?? '') && !(code === 'frozen' && open !== null),
  );
  if (told.length === 0) return null;
  return (
    <section className={classes.situation} aria-label={strings.board.situation}>
      {told.map((concern) => (
        <ConcernNotice key={`${concern.app} ${concern.says}`} concern={concern} channel={channel} />
      ))}
    </section>
  );
}
