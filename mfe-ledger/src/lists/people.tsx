import { ledger } from '@tallystick/shared/api';
import { useAnswer } from '@tallystick/shared/api/use-answer';
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
  const { exact } = answer.data;
  const named = answer.data.parties;
  const parties =
    exact?.to === 'party' && named.every(({ id }) => id !== exact.id)
      ? [{ id: exact.id, name: exact.id, kinds: [exact.kind] }, ...named]
      : named;
  if (parties.length === 0) return <span className={classes.note}>{strings.nobody}</span>;
  return (
    <ul className={classes.list}>
      {parties.flatMap(({ id, name, kinds: [kind] }) =>
        kind === undefined ? (
          []
        ) : (
          <li key={id}>
            <Link to={partyPath({ kind, id })}>
              <bdi>{partyName(name, id)}</bdi>
            </Link>{' '}
            <span className={classes.note}>{partyKindNames[kind]}</span>
          </li>
        ),
      )}
    </ul>
  );
}
