import type { Board } from '@tallystick/registry/contract/board';
import { Moment } from '../say/moment.tsx';
import { strings } from '../strings.ts';
import classes from './channel-line.module.css';

/** The channel's newest revision, and how many have the site open. */
export function ChannelLine({ board }: { readonly board: Board }) {
  const { current, tabs } = board;
  return (
    <p className={classes.line}>
      {current === null ? null : (
        <span>
          <strong>{strings.board.revision(current.revision)}</strong> {strings.board.by(current.by)}
          , <Moment at={current.at} />
        </span>
      )}
      <span className={classes.tabs}>{strings.board.tabs(tabs)}</span>
    </p>
  );
}
