import { Link, useLocation, useNavigate } from '@tallystick/shared/router';
import { useId, useState } from 'react';
import type { Activity } from '../contracts/activity.ts';
import { type TransferForm, transferForms } from '../contracts/transfer.ts';
import { formNames } from '../format/names.ts';
import { numberText } from '../format/number.ts';
import { statuses } from '../transfers/status.ts';
import tableClasses from './activity-table.module.css';
import { Bars } from './bars.tsx';
import classes from './chart.module.css';
import { barPeriod, barQuery, wholePeriod } from './period.ts';
import { strings } from './strings.ts';

interface ChartProps {
  readonly activity: Activity;
  /** Path of the list that a bar leads to. */
  readonly list: string;
}

/** The bars, what they say in words, and what their parts mean. */
export function Chart({ activity, list }: ChartProps) {
  const [looked, setLooked] = useState<{ bar: number; stays: boolean } | null>(null);
  const navigate = useNavigate();
  // The list below the chart; another page begins at its top.
  const preventScrollReset = useLocation().pathname === list;
  const hatch = useId().replaceAll(/[^\w-]/g, '');
  const { bars } = activity;
  const counts = bars.map(({ kinds: { asset, data } }) => asset + data);
  const bar = looked !== null && looked.bar < bars.length ? looked.bar : null;
  const { highest, top } = scaleOf(counts);
  const total = (of: (bar: number) => number) => bars.reduce((sum, _, at) => sum + of(at), 0);
  const kind = (form: TransferForm, at: number) => bars[at]?.kinds[form] ?? 0;
  const present = transferForms.filter((form) => total((at) => kind(form, at)) > 0);
  const words = (at: number) => strings.bar(barPeriod(activity, at), numberText(counts[at] ?? 0));
  const textOf = (at: number) => {
    const parts = present.filter((form) => kind(form, at) > 0);
    const text = parts.map((form) => `${formNames[form]} ${numberText(kind(form, at))}`).join(', ');
    return text ? `${words(at)} (${text})` : words(at);
  };
  const open = (at: number) => {
    if ((counts[at] ?? 0) > 0) {
      void navigate(list + barQuery(activity, at), { preventScrollReset });
    }
  };
  if (bars.length === 0) return <p className={classes.readout}>{strings.empty}</p>;
  return (
    <>
      <p className={classes.readout}>
        {bar === null
          ? strings.whole(numberText(total((at) => counts[at] ?? 0)), wholePeriod(activity))
          : words(bar)}
        {bar !== null && looked?.stays && (counts[bar] ?? 0) > 0 ? (
          <>
            {' '}
            <Link
              to={list + barQuery(activity, bar)}
              preventScrollReset={preventScrollReset}
              tabIndex={-1}
            >
              {strings.list}
            </Link>
          </>
        ) : null}
      </p>
      <Bars
        bars={bars.map(({ kinds }) => kinds)}
        top={top}
        hatch={hatch}
        looked={bar}
        textOf={textOf}
        onLook={(at, stays) => setLooked(at === null ? null : { bar: at, stays })}
        onOpen={open}
      />
      <ul className={classes.legend}>
        {present.map((form) => (
          <li key={form} className={classes.entry}>
            <svg className={classes.swatch} aria-hidden="true">
              <rect width="10" height="10" fill={form === 'data' ? `url(#${hatch})` : undefined} />
            </svg>
            {formNames[form]}{' '}
            <b>{numberText(bar === null ? total((at) => kind(form, at)) : kind(form, bar))}</b>
          </li>
        ))}
        <li className={classes.highest}>
          {top < highest
            ? strings.cut(numberText(highest), numberText(top))
            : strings.highest(numberText(highest))}
        </li>
      </ul>
    </>
  );
}

/** The chart as a table: each bar by kind and by status, as far as there are any. */
export function Table({ activity }: { readonly activity: Activity }) {
  const { bars } = activity;
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
    <section className={tableClasses.frame} tabIndex={0} aria-label={strings.caption}>
      <table className={tableClasses.table}>
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
                <th scope="row">{barPeriod(activity, bar)}</th>
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

/**
 * The scale of bars of these heights, by its top. It goes up to the highest. If a few are so high
 * that the others would be too small to see, it ends above the others and cuts the few.
 */
function scaleOf(counts: readonly number[]) {
  const sorted = counts.filter((count) => count > 0).sort((one, other) => other - one);
  const highest = sorted[0] ?? 1;
  const usual = sorted[Math.ceil(sorted.length / 10)] ?? highest;
  return { highest, top: highest > 4 * usual ? Math.ceil(usual * 1.5) : highest };
}
