import type { Board } from '@tallystick/registry/contract/board';
import { everyApp } from '@tallystick/registry/contract/scalars';
import { useBegin } from '../change/begin.tsx';
import { Moment } from '../say/moment.tsx';
import { manages, useSignedIn } from '../session/signed-in.ts';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import classes from './channel-line.module.css';

interface ChannelLineProps {
  readonly board: Board;
  /** Whether a freeze is begun and ended here, by those who may. */
  readonly freezes?: boolean;
}

/** The channel's newest revision, and how many have the site open. */
export function ChannelLine({ board, freezes = false }: ChannelLineProps) {
  const { current, tabs, locks } = board;
  const { actor } = useSignedIn();
  const begin = useBegin();
  const kind = locks.some(({ app }) => app === everyApp) ? 'unfreeze' : 'freeze';
  return (
    <div className={classes.line}>
      <p className={classes.facts}>
        {current === null ? null : (
          <span>
            <strong>{strings.board.revision(current.revision)}</strong>{' '}
            {strings.board.by(current.by)}, <Moment at={current.at} />
          </span>
        )}
        <span className={classes.tabs}>{strings.board.tabs(tabs)}</span>
      </p>
      {freezes && current !== null && manages(actor, current.channel) ? (
        <Action small onClick={() => begin({ kind })}>
          {strings.actions[kind]}
        </Action>
      ) : null}
    </div>
  );
}
