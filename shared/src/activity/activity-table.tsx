import type { Activity } from '../contracts/activity.ts';
import classes from './activity-table.module.css';
import { barPeriod } from './period.ts';
import type { Series } from './series.ts';
import { strings } from './strings.ts';

interface TableProps {
  readonly activity: Activity;
  readonly series: readonly Series[];
  readonly counts: readonly number[];
  readonly number: Intl.NumberFormat;
}

/** The chart as a table. */
export function Table({ activity, series, counts, number }: TableProps) {
  const bars = activity.bars.map((_, bar) => bar).reverse();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.frame} tabIndex={0} aria-label={strings.caption}>
      <table className={classes.table}>
        <caption className="visually-hidden">{strings.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{strings.period}</th>
            {series.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">{strings.all}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar}>
              <th scope="row">{barPeriod(activity, bar)}</th>
              {series.map(({ key, values }) => (
                <td key={key}>{number.format(values[bar] ?? 0)}</td>
              ))}
              <td>{number.format(counts[bar] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
