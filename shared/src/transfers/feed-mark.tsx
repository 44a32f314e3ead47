import { type FeedState, useFeedState } from '@tallystick/shared/realtime';
import classes from './feed-mark.module.css';
import { strings } from './strings.ts';

/** A state of the feed: a dot in its colour, and its words. */
export function LiveMark({ state, words }: { readonly state: FeedState; readonly words: string }) {
  return (
    <span className={classes.mark} data-feed={state}>
      {words}
    </span>
  );
}

/** In words, whether what is on the page is live. */
export function FeedMark() {
  const state = useFeedState();
  return <LiveMark state={state} words={strings.feed[state]} />;
}
