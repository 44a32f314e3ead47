import { Link } from '@tallystick/shared/router';
import { StatusMark } from './status-mark.tsx';
import { strings } from './strings.ts';
import { transactionPath } from './transaction-path.ts';
import classes from './transfer-table.module.css';
import { TransferTime } from './transfer-time.tsx';
import type { LiveTransfers } from './use-live-transfers.ts';

interface TransferTableProps extends LiveTransfers {
  /** What the table is of, for those who do not see the heading above it. */
  readonly caption: string;
}

/** Transfers as a table: status, transaction in capitals, method, date and the way to its page. */
export function TransferTable({ page, arrived, caption }: TransferTableProps) {
  const { columns } = strings;
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={classes.status}>
              <span className={classes.quiet}>{columns.status}</span>
            </th>
            <th scope="col">{columns.transaction}</th>
            <th scope="col" className={classes.method}>
              {columns.method}
            </th>
            <th scope="col" className={classes.date}>
              {columns.date}
            </th>
            <th scope="col" className={classes.view}>
              {columns.view}
            </th>
          </tr>
        </thead>
        <tbody>
          {page.list.map((transfer) => (
            <tr key={transfer.item} data-arrived={arrived.has(transfer.item) || undefined}>
              <td className={classes.status}>
                <StatusMark code={transfer.stat} label="wide" />
              </td>
              <th scope="row" className={classes.id}>
                {transfer.trxn?.toUpperCase() ?? strings.missingTrxn}
              </th>
              <td className={classes.method}>
                {transfer.feat.form}.{transfer.feat.sort}
              </td>
              <td className={classes.date}>
                <TransferTime milliseconds={transfer.crts} as="iso" />
              </td>
              <td className={classes.view}>
                <Link
                  to={transactionPath(transfer)}
                  aria-label={`${columns.view} ${transfer.trxn ?? transfer.item}`}
                >
                  {columns.view}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
