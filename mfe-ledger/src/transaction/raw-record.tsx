import { visibleInJson } from '@tallystick/contract/visible';
import type { DataVariable, TransferDetail } from '@tallystick/shared/contracts/transfer';
import { closedStatus } from '@tallystick/shared/transfers/status';
import { CopyButton } from '@tallystick/ui/copy-button';
import { strings } from '../strings.ts';
import classes from './raw-record.module.css';

interface RawRecordProps {
  readonly transfer: TransferDetail;
  readonly vars: readonly DataVariable[] | null;
}

/** The record as ledger input has it; variables only where they may be read. */
export function RawRecord({ transfer, vars }: RawRecordProps) {
  const { item, trxn, status: stat, feat, created: crts, credit, debit } = transfer;
  const record = { item, trxn, stat, feat, crts, cred: credit.item, debt: debit.item };
  const readable = stat === closedStatus && vars !== null;
  const whole = { record: 'transfer', ...record, ...(readable && { vars }) };
  const json = visibleInJson(JSON.stringify(whole, null, 2));
  return (
    <details className={classes.raw}>
      <summary>{strings.raw}</summary>
      <div className={classes.copy}>
        <CopyButton text={json} what={strings.rawRecord} worded />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.json} tabIndex={0} aria-label={strings.raw}>
        <pre>{json}</pre>
      </section>
    </details>
  );
}
