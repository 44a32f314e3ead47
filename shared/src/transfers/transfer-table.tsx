import type { MouseEvent } from 'react';
import type { TransferRow } from '../contracts/transfer.ts';
import type { Column } from './columns.tsx';
import classes from './transfer-table.module.css';

interface TransferTableProps {
  /** What the table is of, for those who do not see the heading above it. */
  readonly caption: string;
  readonly columns: readonly Column[];
  /** A row that is still on its way is null, and drawn blank. */
  readonly rows: readonly (TransferRow | null)[];
  /** The items that came last, and how often some came: each time they are washed in anew. */
  readonly arrived?: ReadonlySet<string>;
  readonly arrivals?: number;
}

/**
 * Transfers as a table. A click anywhere in a row is a click on the row's link. A row belongs to its
 * position, not to its transfer: when others come, the table changes what its rows say and moves none.
 */
export function TransferTable({
  caption,
  columns,
  rows,
  arrived,
  arrivals = 0,
}: TransferTableProps) {
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name, heading, className, quiet }) => (
            <th key={name} scope="col" className={className}>
              <span className={quiet && classes[quiet]}>{heading}</span>
            </th>
          ))}
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the row's link is the keyboard's way */}
      <tbody onClickCapture={keepSelection} onClick={openRow}>
        {rows.map((transfer, index) => (
          <tr
            key={index}
            data-arrived={transfer && arrived?.has(transfer.item) ? arrivals % 2 : undefined}
          >
            {columns.map((column) => (
              <Cell key={column.name} column={column} transfer={transfer} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  readonly column: Column;
  readonly transfer: TransferRow | null;
}

function Cell({ column: { names, className, cell }, transfer }: CellProps) {
  const content = transfer ? cell(transfer) : <span className={classes.blank} />;
  return names && transfer ? (
    <th scope="row" className={className}>
      {content}
    </th>
  ) : (
    <td className={className}>{content}</td>
  );
}

/** Whoever drags over text wants the text, not the page behind it. */
function keepSelection(click: MouseEvent): void {
  if (isSelecting(click)) click.preventDefault();
}

function openRow(click: MouseEvent): void {
  const { target } = click;
  if (!(target instanceof Element) || isSelecting(click) || target.closest('a')) return;
  target.closest('tr')?.querySelector('a')?.click();
}

function isSelecting({ detail }: MouseEvent): boolean {
  return detail > 0 && document.getSelection()?.isCollapsed === false;
}
