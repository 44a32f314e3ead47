import type { TransferForm, TransferRow } from '../contracts/transfer.ts';
import { formNames } from '../format/names.ts';
import classes from './kind-icon.module.css';

const shapes = {
  asset: (
    <>
      <path d="M12 2l2.4 2 3.1-.3.9 3L21 8.4l-1 2.9 1 2.9-2.6 1.7-.9 3-3.1-.3-2.4 2-2.4-2-3.1.3-.9-3L3 14.2l1-2.9-1-2.9 2.6-1.7.9-3 3.1.3z" />
      <path d="M8.5 11.5l2.5 2.5 4.5-5" />
    </>
  ),
  data: (
    <>
      <ellipse cx="12" cy="5.5" rx="7.5" ry="3" />
      <path d="M4.5 5.5v13c0 1.7 3.4 3 7.5 3s7.5-1.3 7.5-3v-13M4.5 12c0 1.7 3.4 3 7.5 3s7.5-1.3 7.5-3" />
    </>
  ),
} as const;

/** The kind of a transfer: a verified badge for an asset, a database for data. */
export function KindIcon({ form }: { readonly form: TransferForm }) {
  return (
    <svg
      className={classes.icon}
      data-form={form}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      role="img"
      aria-label={formNames[form]}
    >
      {shapes[form]}
    </svg>
  );
}

/** The kind of a transfer in words: its icon, what it is, and its method, such as `asset.transfer`. */
export function KindMark({ feat }: { readonly feat: TransferRow['feat'] }) {
  return (
    <span className={classes.mark}>
      <KindIcon form={feat.form} />
      <span aria-hidden="true">{formNames[feat.form]}</span>
      <code className={classes.method}>
        {feat.form}.{feat.sort}
      </code>
    </span>
  );
}
