import { ledger } from '@tallystick/shared/api';
import { useAnswer } from '@tallystick/shared/api/use-answer';
import type { PartyKind } from '@tallystick/shared/contracts/party';
import type { SearchResult } from '@tallystick/shared/contracts/search';
import { partyKindNames, partyName } from '@tallystick/shared/format/names';
import { Link } from '@tallystick/shared/router';
import { partyPath } from '@tallystick/shared/transfers/paths';
import { strings } from '../strings.ts';
import classes from './people.module.css';

/** The party with the list's search as its id, and those whose names begin so, on one line that is there from the first. */
export function People({ search }: { readonly search: string }) {
  const answer = useAnswer(search, (signal) => ledger.search(search, signal));
  if (answer === null) return null;
  if (!answer.ok) return <span className={classes.note}>{strings.peopleFailed}</span>;
  const { exact, parties: named, transfers, more } = answer.data;
  const parties = [...partyWithId(answer.data), ...named];
  if (parties.length === 0) {
    const isId = exact !== null || transfers.length > 0;
    return <span className={classes.note}>{isId ? strings.transactionId : strings.nobody}</span>;
  }
  return (
    <ul className={classes.list}>
      {parties.flatMap(({ id, name, kinds }) =>
        kinds.map((kind) => (
          <li key={`${kind} ${id} ${name}`}>
            <Link to={partyPath({ kind, id })}>
              <bdi>{partyName(name, id)}</bdi>
            </Link>{' '}
            <span className={classes.note}>{partyKindNames[kind]}</span>
          </li>
        )),
      )}
      {more?.parties ? <li className={classes.note}>{strings.morePeople}</li> : null}
    </ul>
  );
}

/** What has the search as its id, under the kinds that it was not found under by name. */
function partyWithId({ exact, parties }: SearchResult): SearchResult['parties'] {
  if (exact?.to !== 'party') return [];
  const { id, kind, kinds = [kind] } = exact;
  const isNamed = (one: PartyKind) =>
    parties.some((party) => party.id === id && party.kinds.includes(one));
  const others = kinds.filter((one) => !isNamed(one));
  return others.length === 0 ? [] : [{ id, name: id, kinds: others }];
}
