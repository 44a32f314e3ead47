import { Link } from '@tallystick/shared/router';
import { CopyButton } from '@tallystick/ui/copy-button';
import type { ReactNode } from 'react';
import type { TransferRow } from '../contracts/transfer.ts';
import classes from './columns.module.css';
import { KindIcon } from './kind-icon.tsx';
import { Parties } from './parties.tsx';
import { transferPath } from './paths.ts';
import { ShortId } from './short-id.tsx';
import { StatusMark } from './status-mark.tsx';
import { strings } from './strings.ts';
import { TransferTime } from './transfer-time.tsx';

/** One column of a transfer list. */
export interface Column {
  /** No other column of a set has this heading. */
  readonly heading: string;
  /** Its look, and its place where a row is stacked. */
  readonly className: string | undefined;
  /** The heading is only heard. */
  readonly quiet?: true;
  /** Its cells name the row. */
  readonly names?: true;
  readonly cell: (transfer: TransferRow) => ReactNode;
}

/** What a list shows of each transfer. */
export interface ColumnSet {
  readonly columns: readonly Column[];
  /** How wide the columns are, and how a row is stacked where they have no room. */
  readonly className: string | undefined;
  /** Times are in UTC, whatever was chosen elsewhere. */
  readonly utcAlone?: true;
  /** What stands in place of the rows where the whole list has none. */
  readonly empty: string;
}

const { columns: headings } = strings;

const kind: Column = {
  heading: headings.kind,
  className: classes.kind,
  quiet: true,
  cell: ({ feat }) => <KindIcon form={feat.form} />,
};

/**
 * The two parties, and below them the transaction id, which links to the transaction's page. Their keys make
 * the texts of another transfer new ones, not the same ones moved.
 */
const transaction: Column = {
  heading: headings.transaction,
  className: classes.transaction,
  names: true,
  cell: (transfer) => (
    <>
      <Parties key={`parties ${transfer.item}`} transfer={transfer} />
      <span key={transfer.item} className={classes.idLine}>
        {/* Below the id, not around it: browsers begin no selection inside a link. */}
        <Link
          className={classes.open}
          to={transferPath(transfer)}
          aria-label={transfer.trxn ?? transfer.item}
          data-opens-row
        />
        <ShortId id={transfer.trxn ?? strings.missingTrxn} />
        <Copy trxn={transfer.trxn} />
      </span>
    </>
  ),
};

const status: Column = {
  heading: headings.status,
  className: classes.status,
  cell: ({ stat }) => <StatusMark code={stat} />,
};

const date: Column = {
  heading: headings.date,
  className: classes.date,
  cell: ({ crts }) => <TransferTime milliseconds={crts} />,
};

/** The transaction id in capitals, without a link (`view` has it), and below it the two parties. */
const capitals: Column = {
  ...transaction,
  cell: (transfer) => (
    <>
      <span key={transfer.item} className={classes.idLine}>
        <ShortId id={transfer.trxn?.toUpperCase() ?? strings.missingTrxn} />
        <Copy trxn={transfer.trxn} />
      </span>
      <Parties key={`parties ${transfer.item}`} transfer={transfer} />
    </>
  ),
};

const method: Column = {
  heading: headings.method,
  className: classes.method,
  cell: ({ feat }) => `${feat.form}.${feat.sort}`,
};

const isoDate: Column = {
  ...date,
  cell: ({ crts }) => <TransferTime milliseconds={crts} as="iso" />,
};

const view: Column = {
  heading: headings.view,
  className: classes.view,
  cell: (transfer) => (
    <Link
      to={transferPath(transfer)}
      aria-label={`${headings.view} ${transfer.trxn ?? transfer.item}`}
      data-opens-row
    >
      {headings.view}
    </Link>
  ),
};

function Copy({ trxn }: Pick<TransferRow, 'trxn'>) {
  return trxn === null ? null : (
    <CopyButton text={trxn} what={strings.transactionId} tabIndex={-1} />
  );
}

/** What every list of transfers but that of assets shows. */
export const transferColumns: ColumnSet = {
  columns: [kind, transaction, status, date],
  className: classes.transfers,
  empty: strings.empty,
};

/** What the list of assets shows. */
export const assetColumns: ColumnSet = {
  columns: [status, capitals, method, isoDate, view],
  className: classes.assets,
  utcAlone: true,
  empty: strings.noAssets,
};
