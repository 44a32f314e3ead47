import { ledger } from '@tallystick/shared/api';
import { useAnswer } from '@tallystick/shared/api/use-answer';
import type { PartyKind } from '@tallystick/shared/contracts/party';
import { partyKindNames, partyName } from '@tallystick/shared/format/names';
import { numberText } from '@tallystick/shared/format/number';
import { Link } from '@tallystick/shared/router';
import { searchOf, type TransferQuery } from '@tallystick/shared/transfers/list-query';
import { partyPath } from '@tallystick/shared/transfers/paths';
import { useId } from 'react';
import { strings } from '../strings.ts';
import classes from './counterparties.module.css';

interface CounterpartiesProps {
  readonly kind: PartyKind;
  readonly id: string;
  /** What the list on the page asks for. */
  readonly query: TransferQuery;
}

/** With whom a party has most of its latest transfers; each leads to its page, and narrows the list. */
export function Counterparties({ kind, id, query }: CounterpartiesProps) {
  const answer = useAnswer(`${kind}/${id}`, (signal) => ledger.counterparties(kind, id, signal));
  const heading = useId();
  const found = answer?.ok ? answer.data : null;
  const side = kind === 'user' ? 'credit' : 'debit';
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{strings.counterparties}</h2>
      {found && !found.whole ? (
        <p className={classes.note}>{strings.ofLatest(numberText(found.of))}</p>
      ) : null}
      {answer?.ok === false ? <p className={classes.note}>{strings.counterpartiesFailed}</p> : null}
      {found?.list.length === 0 ? <p className={classes.note}>{strings.none}</p> : null}
      <ol className={classes.list}>
        {found?.list.map((other) => (
          <li key={`${other.kind}/${other.id}`}>
            <Link className={classes.name} to={partyPath(other)}>
              <bdi>{partyName(other.name, other.id)}</bdi>
            </Link>
            <span className={classes.kind}>{partyKindNames[other.kind]}</span>
            <Link
              to={{
                search: searchOf({ ...query, index: 1, search: '', filters: { [side]: other.id } }),
              }}
              preventScrollReset
              aria-label={strings.together(other.count, partyName(other.name, other.id))}
            >
              {numberText(other.count)}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
