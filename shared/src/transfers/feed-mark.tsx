import { useFeedState } from '@tallystick/shared/realtime';
import classes from './feed-mark.module.css';
import { strings } from './strings.ts';

/** In words, whether the rows below are live. */
export function FeedMark() {
  const state = useFeedState();
  return (
    <span className={classes.mark} data-feed={state}>
      {strings.feed[state]}
    </span>
  );
}
