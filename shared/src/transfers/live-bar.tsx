import { useFeedState } from '@tallystick/shared/realtime';
import { Button } from '@tallystick/ui/button';
import type { Ref } from 'react';
import classes from './live-bar.module.css';
import type { Hold, Reading } from './reading.ts';
import { strings } from './strings.ts';
import { useOnline } from './use-online.ts';

interface LiveBarProps {
  readonly reading: Reading;
  /** What is searched for; empty: nothing. */
  readonly search: string;
  readonly newRows: Ref<HTMLButtonElement>;
  readonly onPause: (on: boolean) => void;
  readonly onShow: () => void;
}

/** Says whether the rows are live, pauses them, and shows new rows that were held back while somebody reads. */
export function LiveBar({ reading, search, newRows, onPause, onShow }: LiveBarProps) {
  const feed = useFeedState();
  const online = useOnline();
  const { holds, gathered, again, shown } = reading;
  const paused = holds.has('paused');
  // Without a network the mark looks as it does while reconnecting, but its words say that this is offline.
  const state = paused ? 'paused' : online ? feed : 'waiting';
  const words = state === 'live' && search ? strings.liveUnderSearch : strings.feed[state];
  return (
    <>
      <div className={classes.bar}>
        <Button onClick={() => onPause(!paused)}>
          {paused ? strings.resume : strings.pause}{' '}
          <span className="visually-hidden">{strings.liveRows}</span>
        </Button>
        <span className={classes.mark} data-feed={state}>
          {paused || online ? words : strings.offlineFeed}
        </span>
        <span className={classes.again} role="status">
          {again > 0 && shown ? strings.again(again, shown.index - 1) : ''}
        </span>
      </div>
      <div className={classes.float}>
        <button
          ref={newRows}
          type="button"
          className={classes.new}
          hidden={gathered === 0}
          title={reasonOf(holds)}
          onClick={onShow}
        >
          {strings.newRows(gathered)}{' '}
          <span className="visually-hidden">{strings.showNewRows(gathered)}</span>
        </button>
      </div>
    </>
  );
}

/** Why rows are held: the words for the most important reason. */
function reasonOf(holds: ReadonlySet<Hold>): string | undefined {
  const weights: readonly Hold[] = ['paused', 'selection', 'focus', 'pointer', 'scrolled'];
  const hold = weights.find((each) => holds.has(each));
  return hold && strings.holds[hold];
}
