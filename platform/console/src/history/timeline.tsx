import type { Revision } from '@tallystick/registry/contract/channel';
import type { AppLock } from '@tallystick/registry/contract/history';
import { isUndoShut } from '@tallystick/registry/contract/locks-in-the-way';
import { ArrangedLine } from '../change/arranged-line.tsx';
import { useBegin } from '../change/begin.tsx';
import { MoveLine } from '../change/move-line.tsx';
import { targetActions } from '../parts/all-parts.ts';
import { MomentInFull } from '../say/moment.tsx';
import { manages, mayMove, useSignedIn } from '../session/signed-in.ts';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import { Tag } from '../ui/tag.tsx';
import classes from './timeline.module.css';

const tones = {
  promote: 'good',
  canary: 'next',
  rollback: 'warning',
  recall: 'danger',
  remove: 'plain',
  hold: 'danger',
  unhold: 'plain',
  slots: 'plain',
  configure: 'plain',
} as const;

interface TimelineProps {
  readonly channel: string;
  /** Newest first. */
  readonly revisions: readonly Revision[];
  /** Locks that hold on the channel now. */
  readonly locks: readonly AppLock[];
  /** Shows what happened to this app alone. */
  readonly app: string | null;
  /** The level of each revision's heading. */
  readonly level: 2 | 3;
}

/** Revisions along a line: what each moved, who made it, why and when. */
export function Timeline({ channel, revisions, locks, app, level }: TimelineProps) {
  const begin = useBegin();
  const { actor } = useSignedIn();
  const Heading = `h${level}` as const;
  return (
    <ol className={classes.timeline}>
      {revisions.map(({ revision, kind, moves, arranged, at, by, reason, verdict }) => (
        <li key={revision} className={classes.revision} data-tone={tones[kind]}>
          <div className={classes.head}>
            <Heading className={classes.number}>{strings.board.revision(revision)}</Heading>
            <Tag tone={tones[kind]}>{strings.kinds[kind]}</Tag>
            {verdict === undefined ? null : <Tag tone="plain">{strings.history.automatic}</Tag>}
            <span className={classes.when}>
              {strings.board.by(by)}, <MomentInFull at={at} />
            </span>
          </div>
          <p className={classes.reason}>“{reason}”</p>
          {moves
            .filter((move) => app === null || move.app === app)
            .map((move) => (
              <MoveLine key={move.app} move={move} />
            ))}
          {arranged === undefined ? null : <ArrangedLine arranged={arranged} />}
          <div className={classes.actions}>
            {(arranged === undefined || manages(actor, channel)) &&
            moves.every((move) => mayMove(actor, move.app, channel)) ? (
              <Action
                small
                aria-label={strings.history.undo(revision)}
                disabled={isUndoShut(locks, { kind, moves }, manages(actor, channel))}
                onClick={() => begin({ kind: 'undo', revision })}
              >
                {strings.actions.undo}
              </Action>
            ) : null}
            {targetActions.map(({ name, Action: Other }) => (
              <Other
                key={name}
                target={{ channel, revision }}
                label={strings.history.preview(revision)}
              />
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}
