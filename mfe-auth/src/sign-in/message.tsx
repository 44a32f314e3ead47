import { strings } from '../strings.ts';
import classes from './message.module.css';
import type { Words } from './words.ts';

interface MessageProps {
  readonly id: string;
  readonly words: Words;
  readonly expired: boolean;
}

/** What is going on, and what failed; both places are always there, so that both are announced. */
export function Message({ id, words, expired }: MessageProps) {
  const text = (
    <>
      {words.message && <span>{words.message}</span>}
      {words.reason && <span className={classes.reason}>{words.reason}</span>}
      {expired && <span className={classes.reason}>{strings.getNewOne}</span>}
    </>
  );
  return (
    <div id={id} className={classes.message}>
      <p role="status">{words.failed ? null : text}</p>
      <p role="alert" className={classes.failed}>
        {words.failed ? text : null}
      </p>
    </div>
  );
}
