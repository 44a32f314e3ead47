import { Link, useLocation, useNavigate } from '@tallystick/shared/router';
import { useId, useState } from 'react';
import type { Activity } from '../contracts/activity.ts';
import { type TransferForm, transferForms } from '../contracts/transfer.ts';
import { formNames } from '../format/names.ts';
import { numberText } from '../format/number.ts';
import { useLocale } from '../format/use-locale.ts';
import { listQueryOf, searchOf } from '../transfers/list-query.ts';
import { Bars } from './bars.tsx';
import classes from './chart.module.css';
import { barDate, barDays, barPeriod, wholePeriod } from './period.ts';
import { scaleOf } from './scale.ts';
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
  const { pathname, search } = useLocation();
  const preventScrollReset = pathname === list;
  const locale = useLocale();
  const hatch = useId().replaceAll(/[^\w-]/g, '');
  const { bars } = activity;
  const counts = bars.map(({ kinds: { asset, data } }) => asset + data);
  const bar = looked !== null && looked.bar < bars.length ? looked.bar : null;
  const scale = scaleOf(counts);
  const total = (of: (bar: number) => number) => bars.reduce((sum, _, at) => sum + of(at), 0);
  const kind = (form: TransferForm, at: number) => bars[at]?.kinds[form] ?? 0;
  const present = transferForms.filter((form) => total((at) => kind(form, at)) > 0);
  const words = (at: number) =>
    strings.bar(barPeriod(activity, at, locale), numberText(counts[at] ?? 0));
  const textOf = (at: number) => {
    const parts = present.filter((form) => kind(form, at) > 0);
    const text = parts.map((form) => `${formNames[form]} ${numberText(kind(form, at))}`).join(', ');
    return text ? `${words(at)} (${text})` : words(at);
  };
  // The list below keeps the range that the chart above it has.
  const chosen = preventScrollReset ? rangeOf(search) : undefined;
  const listed = (at: number) =>
    list + searchOf({ index: 1, search: '', filters: barDays(activity, at), range: chosen });
  const open = (at: number) => {
    if ((counts[at] ?? 0) > 0) void navigate(listed(at), { preventScrollReset });
  };
  if (bars.length === 0) return <p className={classes.readout}>{strings.empty}</p>;
  return (
    <>
      <p className={classes.readout} suppressHydrationWarning>
        {bar === null
          ? strings.whole(numberText(total((at) => counts[at] ?? 0)), wholePeriod(activity, locale))
          : words(bar)}
        {bar !== null && looked?.stays && (counts[bar] ?? 0) > 0 ? (
          <>
            {' '}
            <Link to={listed(bar)} preventScrollReset={preventScrollReset} tabIndex={-1}>
              {strings.list}
            </Link>
          </>
        ) : null}
      </p>
      <Bars
        bars={bars.map(({ kinds }) => kinds)}
        scale={scale}
        hatch={hatch}
        looked={bar}
        textOf={textOf}
        dateOf={(at) => barDate(activity, at, locale)}
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
        {scale.logarithmic ? (
          <li className={classes.scale} title={strings.doublings}>
            {strings.logarithmic}
          </li>
        ) : null}
      </ul>
    </>
  );
}

const rangeOf = (search: string) => listQueryOf(`http://localhost/${search}`).range;
