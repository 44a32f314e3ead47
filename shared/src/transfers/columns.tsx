import { Link } from '@tallystick/shared/router';
import type { ReactNode } from 'react';
import type { TransferRow } from '../contracts/transfer.ts';
import classes from './columns.module.css';
import { KindIcon } from './kind-icon.tsx';
import { StatusMark } from './status-mark.tsx';
import { strings } from './strings.ts';
import { transactionPath } from './transaction-path.ts';
import { TransferTime } from './transfer-time.tsx';

/** One column of a transfer list. */
export interface Column {
  readonly name: string;
  readonly heading: string;
  /** Its place and width. */
  readonly className: string | undefined;
  /** The heading is only heard: always, or on a narrow screen. */
  readonly quiet?: 'always' | 'narrow';
  /** Its cells name the row. */
  readonly names?: true;
  readonly cell: (transfer: TransferRow) => ReactNode;
}

const { columns: headings } = strings;

const kind: Column = {
  name: 'kind',
  heading: headings.kind,
  className: classes.kind,
  quiet: 'always',
  cell: ({ feat }) => <KindIcon form={feat.form} />,
};

/** The transaction id, below it the two parties, together the way to the transaction's page. */
const transaction: Column = {
  name: 'transaction',
  heading: headings.transaction,
  className: classes.transaction,
  names: true,
  cell: (transfer) => (
    <Link className={classes.open} to={transactionPath(transfer)}>
      <span className={classes.id}>{transfer.trxn ?? strings.missingTrxn}</span>
      {/* Another transfer's parties are another text, not the same one moved. */}
      <span key={transfer.item} className={classes.parties}>
        {transfer.cred} <span aria-hidden="true">→</span>
        <span className="visually-hidden">{strings.to}</span> {transfer.debt}
      </span>
    </Link>
  ),
};

const status: Column = {
  name: 'status',
  heading: headings.status,
  className: classes.status,
  quiet: 'narrow',
  cell: ({ stat }) => <StatusMark code={stat} label="wide" />,
};

const date: Column = {
  name: 'date',
  heading: headings.date,
  className: classes.date,
  cell: ({ crts }) => <TransferTime milliseconds={crts} />,
};

/** The transaction id alone, in capitals. */
const capitals: Column = {
  name: 'capitals',
  heading: headings.transaction,
  className: classes.capitals,
  names: true,
  cell: ({ trxn }) => (
    <span className={classes.id}>{trxn?.toUpperCase() ?? strings.missingTrxn}</span>
  ),
};

const method: Column = {
  name: 'method',
  heading: headings.method,
  className: classes.method,
  cell: ({ feat }) => `${feat.form}.${feat.sort}`,
};

const isoDate: Column = {
  name: 'iso-date',
  heading: headings.date,
  className: classes.isoDate,
  cell: ({ crts }) => <TransferTime milliseconds={crts} as="iso" />,
};

const view: Column = {
  name: 'view',
  heading: headings.view,
  className: classes.view,
  cell: (transfer) => (
    <Link
      className={classes.viewLink}
      to={transactionPath(transfer)}
      aria-label={`${headings.view} ${transfer.trxn ?? transfer.item}`}
    >
      {headings.view}
    </Link>
  ),
};

/** What every list of transfers shows. */
export const transferColumns: readonly Column[] = [kind, transaction, status, date];

/** What the list of assets shows. */
export const assetColumns: readonly Column[] = [status, capitals, method, isoDate, view];
