import { numberText } from '@tallystick/shared/format/number';
import { Link } from '@tallystick/shared/router';
import { searchOf, type TransferQuery } from '@tallystick/shared/transfers/list-query';
import { statusOf } from '@tallystick/shared/transfers/status';
import { StatusMark } from '@tallystick/shared/transfers/status-mark';
import { locale } from '@tallystick/ui/locale';
import { useId, useState } from 'react';
import { strings } from '../strings.ts';
import classes from './status-shares.module.css';

/** A band for each status, as one picture: boxes of their own would shift with each number. */
function bands(shares: readonly { code: number; count: number }[], all: number): string {
  let end = 0;
  const stops = shares.flatMap(({ code, count }) => {
    const start = end;
    end += (count / all) * 100;
    const colour = `var(--${statusOf(code).colour})`;
    return [`${colour} ${start}% calc(${end}% - 2px)`, `transparent calc(${end}% - 2px) ${end}%`];
  });
  return `linear-gradient(to right, ${stops.join(', ')})`;
}

/** Whole percents; of what is not all or nothing, none says so. */
function percentText(share: number, percent: Intl.NumberFormat): string {
  if (share > 0 && share < 0.01) return `<${percent.format(0.01)}`;
  return share > 0.99 && share < 1 ? `>${percent.format(0.99)}` : percent.format(share);
}

interface StatusSharesProps {
  /** What the list on the page asks for. */
  readonly query: TransferQuery;
  /** How many there are of each; null until they are counted. */
  readonly statuses: readonly number[] | null;
  readonly failed: boolean;
}

/** How a party's transfers are divided among the statuses; each leads to those in its list. */
export function StatusShares({ query, statuses, failed }: StatusSharesProps) {
  const heading = useId();
  const all = statuses?.reduce((sum, count) => sum + count, 0) ?? 0;
  const shares = (statuses ?? []).flatMap((count, code) => (count > 0 ? [{ code, count }] : []));
  const percent = new Intl.NumberFormat(locale(), { style: 'percent' });
  // Where they stand one below the other there is room for one that comes meanwhile.
  const [room] = useState(() => Math.min(5, shares.length + 1));
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <h2 id={heading}>{strings.statuses}</h2>
      <div
        className={classes.bar}
        aria-hidden="true"
        style={all === 0 ? undefined : { backgroundImage: bands(shares, all) }}
      />
      {failed ? <p>{strings.unknown}</p> : null}
      {statuses !== null && all === 0 ? <p>{strings.none}</p> : null}
      <ul className={classes.shares}>
        {shares.map(({ code, count }) => (
          <li key={code}>
            <Link
              to={{
                search: searchOf({ ...query, index: 1, search: '', filters: { stat: [code] } }),
              }}
              preventScrollReset
            >
              <StatusMark code={code} coded />
            </Link>{' '}
            <span>{numberText(count)}</span> <small>{percentText(count / all, percent)}</small>
          </li>
        ))}
        {shares.length < room ? <li className={classes.spare} aria-hidden="true" /> : null}
      </ul>
    </section>
  );
}
