import type { Activity } from '../contracts/activity.ts';
import { transferForms } from '../contracts/transfer.ts';
import { formNames } from '../format/names.ts';
import { numberText } from '../format/number.ts';
import { useLocale } from '../format/use-locale.ts';
import { statuses } from '../transfers/status.ts';
import classes from './activity-table.module.css';
import { barPeriod } from './period.ts';
import { strings } from './strings.ts';

/** The chart as a table: each bar by kind and by status, as far as there are any. */
export function Table({ activity }: { readonly activity: Activity }) {
  const { bars } = activity;
  const locale = useLocale();
  const columns = [
    ...transferForms.map((form) => ({
      label: formNames[form],
      values: bars.map(({ kinds }) => kinds[form]),
    })),
    // Four statuses share a label, so each has its code with it.
    ...statuses.map(({ label }, code) => ({
      label: `${code} ${label}`,
      values: bars.map((bar) => bar.statuses[code] ?? 0),
    })),
  ].filter(({ values }) => values.some((value) => value > 0));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.frame} tabIndex={0} aria-label={strings.caption}>
      <table className={classes.table}>
        <caption className="visually-hidden">{strings.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{strings.period}</th>
            <th scope="col">{strings.all}</th>
            {columns.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars
            .map(({ start, kinds: { asset, data } }, bar) => (
              <tr key={start}>
                <th scope="row">{barPeriod(activity, bar, locale)}</th>
                <td>{numberText(asset + data)}</td>
                {columns.map(({ label, values }) => (
                  <td key={label}>{numberText(values[bar] ?? 0)}</td>
                ))}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </section>
  );
}
