import { Link } from '@tallystick/shared/router';
import { pageSize } from '../contracts/calls.ts';
import { rangeLabel } from '../format/range-label.ts';
import { searchOf } from './list-query.ts';
import type { TransferPage } from './merge.ts';
import classes from './pager.module.css';
import { strings } from './strings.ts';

interface PagerProps {
  readonly page: TransferPage;
  /** Stands before the range: `Assets: 1 - 10 of 35592`. */
  readonly label?: string | undefined;
}

/** Previous, next and which rows of how many. Next rests on a page with fewer rows than a full one. */
export function Pager({ page, label }: PagerProps) {
  const { index, count, list } = page;
  const range = rangeLabel(index, count);
  return (
    <nav className={classes.pager} aria-label={strings.pages}>
      <Turn page={page} by={-1} rests={index === 1} />
      <Turn page={page} by={1} rests={list.length < pageSize || index * pageSize >= count} />
      <span className={classes.range}>{label ? `${label}: ${range}` : range}</span>
    </nav>
  );
}

interface TurnProps {
  readonly page: TransferPage;
  readonly by: 1 | -1;
  readonly rests: boolean;
}

/** At rest it stays a link where it is, so that keyboard focus is not lost at the end of the list. */
function Turn({ page, by, rests }: TurnProps) {
  const { index, search } = page;
  return (
    <Link
      className={classes.turn}
      to={{ search: searchOf({ search, index: rests ? index : index + by }) }}
      rel={by === 1 ? 'next' : 'prev'}
      aria-disabled={rests || undefined}
      onClick={(click) => {
        if (rests) click.preventDefault();
      }}
    >
      {by === 1 ? strings.next : strings.previous}
    </Link>
  );
}
