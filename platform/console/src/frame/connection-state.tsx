import { useLive } from '../live/live.tsx';
import { strings } from '../strings.ts';
import classes from './connection-state.module.css';

/** Whether what is shown follows the registry, in words; said aloud when it changes. */
export function ConnectionState() {
  const { connection } = useLive();
  return (
    <p className={classes.state} data-connection={connection} role="status">
      <span className={classes.words} data-longest={strings.connection.lost}>
        {strings.connection[connection]}
      </span>
    </p>
  );
}
