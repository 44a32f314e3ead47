import { Link } from '@tallystick/shared/router';
import type { ReactNode } from 'react';
import { pageSize } from '../contracts/calls.ts';
import { lastPage, rangeLabel } from '../format/range-label.ts';
import { searchOf, type TransferQuery } from './list-query.ts';
import type { TransferPage } from './merge.ts';
import { PageField } from './page-field.tsx';
import classes from './pager.module.css';
import { strings } from './strings.ts';

interface PagerProps {
  /** The page that is asked for. */
  readonly query: TransferQuery;
  /** The page that is shown; null until one is there. */
  readonly shown: TransferPage | null;
  /** Stands before the range: `Assets: 1 - 10 of 35592`. */
  readonly label?: string | undefined;
}

/**
 * First, previous, next and last page, which rows of how many are shown, and a field to go to a page.
 * Next rests on a page with fewer rows than a full one.
 */
export function Pager({ query, shown, label }: PagerProps) {
  const { index, search } = query;
  const known = shown?.search === search ? shown : null;
  const last = known ? lastPage(known.count) : null;
  const isShort = known?.index === index && known.list.length < pageSize;
  const atEnd = last === null || index >= last || isShort;
  const to = (page: number, rests: boolean) => searchOf({ search, index: rests ? index : page });
  return (
    <nav className={classes.pager} aria-label={strings.pages}>
      <Turn to={to(1, index === 1)} rests={index === 1}>
        {strings.first}
      </Turn>
      <Turn to={to(Math.min(index - 1, last ?? index), index === 1)} rests={index === 1} rel="prev">
        {strings.previous}
      </Turn>
      <Turn to={to(index + 1, atEnd)} rests={atEnd} rel="next">
        {strings.next}
      </Turn>
      <Turn to={to(last ?? index, atEnd)} rests={atEnd}>
        {strings.last}
      </Turn>
      <span className={classes.range}>{shown ? rangeText(shown, label) : null}</span>
      <PageField query={query} last={last} />
    </nav>
  );
}

function rangeText({ index, count }: TransferPage, label: string | undefined): string | null {
  if (count === 0) return null;
  const range = rangeLabel(index, count);
  return label ? `${label}: ${range}` : range;
}

interface TurnProps {
  readonly to: string;
  readonly rests: boolean;
  readonly rel?: 'prev' | 'next';
  readonly children: ReactNode;
}

/** At rest it stays a link where it is, so that keyboard focus is not lost at the end of the list. */
function Turn({ to, rests, rel, children }: TurnProps) {
  return (
    <Link
      className={classes.turn}
      to={{ search: to }}
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
