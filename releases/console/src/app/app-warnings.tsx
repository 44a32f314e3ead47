import type { Standing } from '../board/standing.ts';
import { Moment } from '../say/moment.tsx';
import { strings } from '../strings.ts';
import classes from './app-warnings.module.css';

/** What somebody should know before they do anything: failures, and a lock. */
export function AppWarnings({ standing }: { readonly standing: Standing }) {
  const { loads, lock } = standing;
  return (
    <>
      {loads.failed === 0 || loads.rate === null ? null : (
        <section className={classes.warning} data-severity={loads.severity}>
          <p className={classes.title}>{strings.board.severity[loads.severity]}</p>
          <p>{strings.app.failing(loads.failed, loads.ran + loads.failed, loads.rate)}</p>
        </section>
      )}
      {lock === null ? null : (
        <section className={classes.warning} data-severity="watch">
          <p className={classes.title}>
            {strings.app.locked(lock.by)} <Moment at={lock.at} />
          </p>
          <p>“{lock.reason}”</p>
        </section>
      )}
    </>
  );
}
