import type { Loads } from '../board/standing.ts';
import { strings } from '../strings.ts';
import classes from './app-status.module.css';

/** How an app does, in a word and a sentence. Always there: what stands below never moves for it. */
export function AppStatus({ loads }: { readonly loads: Loads }) {
  const { ran, failed, rate, severity } = loads;
  const words = strings.app.status;
  return (
    <section className={classes.status} data-severity={rate === null ? 'none' : severity}>
      <p className={classes.title}>
        {rate === null ? strings.board.loads.none : strings.board.severity[severity]}
      </p>
      <p>
        {rate === null
          ? words.none
          : failed === 0
            ? words.ran(ran)
            : words.failed(failed, ran + failed, rate)}
      </p>
    </section>
  );
}
