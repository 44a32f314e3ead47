import { Link } from '@tallystick/shared/router';
import type { TransferRow } from '../contracts/transfer.ts';
import { KindIcon } from './kind-icon.tsx';
import { StatusMark } from './status-mark.tsx';
import { strings } from './strings.ts';
import { transactionPath } from './transaction-path.ts';
import classes from './transfer-list.module.css';
import { TransferTime } from './transfer-time.tsx';
import type { LiveTransfers } from './use-live-transfers.ts';

/** The rows of a transfer list; each is one link to its transaction. */
export function TransferList({ page, arrived }: LiveTransfers) {
  return (
    <ul className={classes.list}>
      {page.list.map((transfer) => (
        <li key={transfer.item} data-arrived={arrived.has(transfer.item) || undefined}>
          <TransferLink transfer={transfer} />
        </li>
      ))}
    </ul>
  );
}

function TransferLink({ transfer }: { readonly transfer: TransferRow }) {
  return (
    <Link className={classes.row} to={transactionPath(transfer)}>
      <KindIcon form={transfer.feat.form} />
      <span className={classes.names}>
        <span className={classes.id}>{transfer.trxn ?? strings.missingTrxn}</span>
        <span className={classes.parties}>
          {transfer.cred} <span aria-hidden="true">→</span>
          <span className="visually-hidden">{strings.to}</span> {transfer.debt}
        </span>
      </span>
      <StatusMark code={transfer.stat} label="wide" />
      <TransferTime className={classes.time} milliseconds={transfer.crts} />
    </Link>
  );
}
