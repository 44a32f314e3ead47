import type { Neighbour, Neighbours } from '@tallystick/shared/contracts/neighbours';
import { Link } from '@tallystick/shared/router';
import { transferPath } from '@tallystick/shared/transfers/paths';
import { strings } from '../strings.ts';
import classes from './beside.module.css';

interface BesideProps {
  readonly party: string;
  readonly neighbours: Neighbours['credit'] | undefined;
}

/** The ways to the transfers before and after this one in a party's list. */
export function Beside({ party, neighbours }: BesideProps) {
  if (!neighbours) {
    // They may be on their way, and what is below is not to move then.
    return (
      <div className={classes.beside} aria-hidden="true">
        <span className={classes.none}>&nbsp;</span>
      </div>
    );
  }
  return (
    <nav className={classes.beside} aria-label={strings.transfersOf(party)}>
      <Step to={neighbours.earlier} text={strings.earlier} party={party} none={strings.oldest} />
      <Step to={neighbours.later} text={strings.later} party={party} none={strings.newest} />
    </nav>
  );
}

interface StepProps {
  readonly to: Neighbour | null;
  readonly text: string;
  readonly party: string;
  /** Stands where there is no way on. */
  readonly none: string;
}

function Step({ to, text, party, none }: StepProps) {
  if (to === null) return <span className={classes.none}>{none}</span>;
  return (
    <Link className={classes.step} to={transferPath(to)} aria-label={strings.step(text, party)}>
      {text}
    </Link>
  );
}
