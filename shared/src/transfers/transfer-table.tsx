import type { ReactNode } from 'react';
import type { TransferRow } from '../contracts/transfer.ts';
import type { Column, ColumnSet } from './columns.tsx';
import { moveInRows } from './move-in-rows.ts';
import { holdPress, keepSelection, openRow, openRowBeside } from './open-row.ts';
import { pointAtRow } from './pointed-row.ts';
import classes from './transfer-table.module.css';

interface TransferTableProps {
  /** What the table is of, for those who do not see the heading above it. */
  readonly caption: string;
  readonly columns: ColumnSet;
  /** A row that is still on its way is null, and drawn blank. */
  readonly rows: readonly (TransferRow | null)[];
  /** The items that came last, and how often some came: each time they are washed in anew. */
  readonly arrived?: ReadonlySet<string>;
  readonly arrivals?: number;
  /** Words in place of the rows. */
  readonly children?: ReactNode;
}

/**
 * Transfers as a table, with room for ten. A click anywhere in a row is a click on the row's link. A row
 * belongs to its position, not to its transfer: when others come, the table changes what its rows say
 * and moves none.
 */
export function TransferTable({
  caption,
  columns: { columns, className },
  rows,
  arrived,
  arrivals = 0,
  children,
}: TransferTableProps) {
  return (
    <div className={className}>
      {children ?? (
        <table className={classes.table}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ heading, className, quiet }) => (
                <th key={heading} scope="col" className={className}>
                  <span className={quiet && 'visually-hidden'}>{heading}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody
            onKeyDown={moveInRows}
            onClickCapture={keepSelection}
            onClick={openRow}
            onMouseDown={holdPress}
            onAuxClick={openRowBeside}
          >
            {rows.map((transfer, index) => (
              <tr
                key={index}
                onPointerOver={transfer ? () => pointAtRow(transfer) : undefined}
                onFocus={transfer ? () => pointAtRow(transfer) : undefined}
                data-arrived={transfer && arrived?.has(transfer.item) ? arrivals % 2 : undefined}
              >
                {columns.map((column) => (
                  <Cell key={column.heading} column={column} transfer={transfer} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

interface CellProps {
  readonly column: Column;
  readonly transfer: TransferRow | null;
}

function Cell({ column: { names, className, cell }, transfer }: CellProps) {
  const blank = <span className={classes.blank} />;
  const content = transfer ? cell(transfer) : blank;
  return names && transfer ? (
    <th scope="row" className={className}>
      {content}
    </th>
  ) : (
    <td className={className}>
      {content}
      {names ? blank : null}
    </td>
  );
}
