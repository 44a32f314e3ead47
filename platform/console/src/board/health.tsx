import { share } from '../say/numbers.ts';
import { strings } from '../strings.ts';
import classes from './health.module.css';
import type { Loads } from './standing.ts';

/** How loads went in the last hour: the verdict in a word and the rate, the numbers below. */
export function Health({ loads }: { readonly loads: Loads }) {
  const { ran, failed, rate, severity } = loads;
  const words = strings.board.loads;
  if (rate === null) return <span className={classes.none}>{words.none}</span>;
  return (
    <span className={classes.health} data-severity={severity}>
      <span className={classes.verdict}>
        <i className={classes.dot} aria-hidden="true" />
        <span className={classes.word}>{strings.board.severity[severity]}</span>
        {failed === 0 ? null : <b className={classes.rate}>{share(rate)}</b>}
      </span>
      <span className={classes.numbers}>
        {failed > 0 ? words.failed(failed, ran + failed) : words.ran(ran)}
      </span>
    </span>
  );
}
