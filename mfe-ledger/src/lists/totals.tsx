import { ledger } from '@tallystick/shared/api';
import { useCounted } from '@tallystick/shared/counted/use-counted';
import { numberText } from '@tallystick/shared/format/number';
import { Link } from '@tallystick/shared/router';
import { strings } from '../strings.ts';
import classes from './totals.module.css';

/** How many transfers there are, and of each form; they rise with what is recorded. */
export function Totals() {
  const [answer] = useCounted(
    'all',
    (signal) => ledger.summary({ list: 'all' }, signal),
    () => true,
  );
  const counted = answer?.ok ? answer.data : undefined;
  const totals = [
    { name: strings.totals.all, to: '/transfers', count: counted?.count },
    { name: strings.totals.asset, to: '/assets', count: counted?.forms.asset },
    { name: strings.totals.data, to: '/transfers?kind=data', count: counted?.forms.data },
  ];
  return (
    <ul className={classes.totals} aria-label={strings.totals.title}>
      {totals.map(({ name, to, count }) => (
        <li key={to}>
          <Link to={to}>
            <b>{count === undefined ? '–' : numberText(count)}</b> {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
