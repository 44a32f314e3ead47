import classes from '../app/app-status.module.css';
import { strings } from '../strings.ts';

/** What is wrong with the audit chain: above all else, since nothing below can be relied on then. */
export function HistoryAlert({ alerts }: { readonly alerts: readonly string[] }) {
  if (alerts.length === 0) return null;
  return (
    <section className={classes.status} data-severity="failing" role="alert">
      <p className={classes.title}>{strings.board.notWhole}</p>
      {alerts.map((alert) => (
        <p key={alert}>{alert}</p>
      ))}
    </section>
  );
}
