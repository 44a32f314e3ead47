import { ledger } from '@tallystick/shared/api';
import { useAnswer } from '@tallystick/shared/api/use-answer';
import type { Counterparties as Found } from '@tallystick/shared/contracts/counterparties';
import type { PartyKind } from '@tallystick/shared/contracts/party';
import { partyKindNames, partyName } from '@tallystick/shared/format/names';
import { numberText } from '@tallystick/shared/format/number';
import type { LateAnswer } from '@tallystick/shared/late/late-answer';
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
  /** What the route's loader asked for. */
  readonly first: LateAnswer<Found> | undefined;
}

/** With whom a party has most of its latest transfers; each leads to its page, and narrows the list. */
export function Counterparties({ kind, id, query, first }: CounterpartiesProps) {
  const answer = useAnswer(
    `${kind}/${id}`,
    (signal) => ledger.counterparties(kind, id, signal),
    first,
  );
  const heading = useId();
  const found = answer?.ok ? answer.data : null;
  const title = found?.list[0]?.count === 1 ? strings.latestCounterparties : strings.counterparties;
  const side = kind === 'user' ? 'credit' : 'debit';
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {found ? <Basis found={found} /> : null}
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

/** Says of how many they are the first, and of how many transfers. Where these are all, it says nothing. */
function Basis({ found: { list, of, whole, all = list.length } }: { readonly found: Found }) {
  const parts = [
    all > list.length ? strings.ofAll(numberText(list.length), numberText(all)) : null,
    whole ? null : strings.ofLatest(numberText(of)),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : <p className={classes.note}>{parts.join(' ')}</p>;
}
