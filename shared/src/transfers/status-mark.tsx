import { statusOf } from './status.ts';
import classes from './status-mark.module.css';

/** A status: its dot in its colour, and its label. */
export function StatusMark({ code }: { readonly code: number }) {
  const { label, colour } = statusOf(code);
  return (
    <span className={classes.mark} data-status={code}>
      <span className={classes.dot} data-colour={colour} aria-hidden="true" />
      <span>{label}</span>
    </span>
  );
}
