import { type Answer, ledger } from '@tallystick/shared/api';
import type { SearchResult } from '@tallystick/shared/contracts/search';
import { visible } from '@tallystick/shared/format/visible';
import { Link } from '@tallystick/shared/router';
import { useEffect, useState } from 'react';
import { strings } from '../strings.ts';
import classes from './people.module.css';

/** The parties whose name begins as the list's search does, on one line that is there from the first. */
export function People({ search }: { readonly search: string }) {
  const [answer, setAnswer] = useState<Answer<SearchResult> | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    ledger.search(search, gone.signal).then(setAnswer, () => {
      // Another search has begun, or the page is left.
    });
    return () => gone.abort();
  }, [search]);
  if (answer === null) return null;
  if (!answer.ok) return <span className={classes.note}>{strings.peopleFailed}</span>;
  const { parties } = answer.data;
  if (parties.length === 0) return <span className={classes.note}>{strings.nobody}</span>;
  return (
    <ul className={classes.list}>
      {parties.flatMap(({ id, name, kinds: [kind] }) =>
        kind === undefined ? (
          []
        ) : (
          <li key={id}>
            <Link to={`/${kind}/${encodeURIComponent(id)}`}>
              <bdi>{visible(name)}</bdi>
            </Link>{' '}
            <span className={classes.note}>{strings.partyKinds[kind]}</span>
          </li>
        ),
      )}
    </ul>
  );
}
