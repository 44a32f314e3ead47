import { Link } from '@tallystick/shared/router';
import type { PartyKind } from '../contracts/party.ts';
import type { TransferRow } from '../contracts/transfer.ts';
import { partyName } from '../format/names.ts';
import classes from './parties.module.css';
import { partyPath } from './paths.ts';
import { strings } from './strings.ts';

/**
 * Who gave what to whom, by name, each the way to its page; the ids, where a service says no names. In a row the arrow
 * keys lead there (`moveInRows`).
 */
export function Parties({ transfer }: { readonly transfer: TransferRow }) {
  const { cred, debt, credit, debit, feat } = transfer;
  return (
    <span className={classes.parties}>
      <Party kind={credit?.kind} id={cred} name={credit?.name} />
      <span className={classes.arrow}>
        <span aria-hidden="true"> → </span>
        <span className="visually-hidden">{strings.gave[feat.form]} </span>
      </span>
      <Party kind={debit && 'user'} id={debt} name={debit?.name} />
    </span>
  );
}

interface PartyProps {
  readonly kind: PartyKind | undefined;
  readonly id: string;
  readonly name: string | undefined;
}

function Party({ kind, id, name }: PartyProps) {
  if (kind === undefined) return <span className={classes.party}>{id}</span>;
  const shown = partyName(name ?? '', id);
  return (
    <Link className={classes.party} to={partyPath({ kind, id })} title={shown} tabIndex={-1}>
      <bdi>{shown}</bdi>
    </Link>
  );
}
