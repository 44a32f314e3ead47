import { valuesIn } from '@tallystick/contract/path-segments';
import { ledger } from '@tallystick/shared/api';
import { useAnswer } from '@tallystick/shared/api/use-answer';
import { longestSearch } from '@tallystick/shared/contracts/longest-search';
import { use } from 'react';
import { Link } from 'react-router-dom';
import { strings } from '../strings.ts';
import { Marked } from './marked.tsx';
import { optionGroups } from './options.ts';
import { SearchRoutesContext } from './search-routes.ts';
import classes from './suggestions.module.css';

/** What the last part of an address that nothing has may mean. */
export function Meant({ pathname }: { pathname: string }) {
  const routes = use(SearchRoutesContext);
  const text = lastPart(pathname);
  const answer = useAnswer(text || null, (signal) => ledger.search(text, signal));
  const groups = answer?.ok ? optionGroups(answer.data, text, routes) : [];
  // The last is the list of all, which may have nothing.
  const options = groups.flatMap(({ options: members }) => members).slice(0, -1);
  if (options.length === 0) return null;
  return (
    <section aria-label={strings.notFound.meant}>
      <h2>{strings.notFound.meant}</h2>
      <ul className={classes.meant}>
        {options.map(({ to, label, isId, note }) => (
          <li key={to}>
            <Link to={to} className={isId ? classes.id : classes.name}>
              <Marked label={label} text={text} />
            </Link>{' '}
            <span className={classes.note}>{note}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function lastPart(pathname: string): string {
  const part = (valuesIn(pathname).at(-1) ?? '').trim().slice(0, longestSearch);
  // Not half of a character.
  return part.replace(/[\uD800-\uDBFF]$/, '');
}
