import { Link } from '@tallystick/shared/router';
import type { ReactNode } from 'react';
import { rangeLabel } from '../format/range-label.ts';
import { searchOf, type TransferQuery } from './list-query.ts';
import type { TransferPage } from './merge.ts';
import { PageField } from './page-field.tsx';
import classes from './pager.module.css';
import { strings } from './strings.ts';
import { type Turn, turnsOf } from './turns.ts';

interface PagerProps {
  /** The page that is asked for. */
  readonly query: TransferQuery;
  /** The page that is shown; null until one is there. */
  readonly shown: TransferPage | null;
  /** Whether the page that is asked for did not come: the rows are those of another. */
  readonly failed?: boolean;
  /** Stands before the range: `Assets: 1 - 10 of 35,592`. */
  readonly label?: string | undefined;
}

/** First, previous, next and last page, which rows of how many are shown, and a field to go to a page. */
export function Pager({ query, shown, failed = false, label }: PagerProps) {
  const range = shown && !failed ? rangeText(shown, label) : null;
  const { first, previous, next, last, end } = turnsOf(query, shown);
  return (
    <nav className={classes.pager} aria-label={strings.pages}>
      <TurnLink query={query} turn={first}>
        {strings.first}
      </TurnLink>
      <TurnLink query={query} turn={previous} rel="prev">
        {strings.previous}
      </TurnLink>
      <TurnLink query={query} turn={next} rel="next">
        {strings.next}
      </TurnLink>
      <TurnLink query={query} turn={last}>
        {strings.last}
      </TurnLink>
      <PageField query={query} last={end} />
      <span className={classes.range}>
        {/* Another range is another text at the end of the line, not the same one moved. */}
        <span key={range}>{range}</span>
      </span>
    </nav>
  );
}

function rangeText({ index, count, more }: TransferPage, label: string | undefined): string | null {
  if (count === 0) return null;
  const range = rangeLabel(index, count, more);
  return label ? `${label}: ${range}` : range;
}

interface TurnLinkProps {
  readonly turn: Turn;
  readonly query: TransferQuery;
  readonly rel?: 'prev' | 'next';
  readonly children: ReactNode;
}

/** At rest it stays a link where it is, so that keyboard focus is not lost at the end of the list. */
function TurnLink({ turn: { index, rests }, query, rel, children }: TurnLinkProps) {
  return (
    <Link
      className={classes.turn}
      to={{ search: searchOf({ ...query, index }) }}
      rel={rel}
      preventScrollReset
      aria-disabled={rests || undefined}
      onClick={(click) => {
        if (rests) click.preventDefault();
      }}
    >
      {children}
    </Link>
  );
}
