import { statusOf } from './status.ts';
import classes from './status-mark.module.css';

interface StatusMarkProps {
  readonly code: number;
  /** `wide`: on wide screens the label is seen, elsewhere only heard. Default: always seen. */
  readonly label?: 'wide';
}

/** A status: its dot in its colour, and its label, for eyes or for screen readers alone. */
export function StatusMark({ code, label }: StatusMarkProps) {
  const status = statusOf(code);
  return (
    <span className={classes.mark} data-status={code} data-label={label} title={status.label}>
      <span className={classes.dot} data-colour={status.colour} aria-hidden="true" />
      <span className={label === 'wide' ? classes.wideLabel : undefined}>{status.label}</span>
    </span>
  );
}
