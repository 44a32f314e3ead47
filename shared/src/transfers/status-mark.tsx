import { statusName, statusOf } from './status.ts';
import classes from './status-mark.module.css';

interface StatusMarkProps {
  readonly code: number;
  /** Where it is one of several: the code tells equal labels apart. */
  readonly coded?: boolean;
}

/** A status: its dot in its colour, and its label. */
export function StatusMark({ code, coded = false }: StatusMarkProps) {
  const { label, colour } = statusOf(code);
  return (
    <span className={classes.mark} data-status={code}>
      <span className={classes.dot} data-colour={colour} aria-hidden="true" />
      <span>{coded ? statusName(code) : label}</span>
    </span>
  );
}
