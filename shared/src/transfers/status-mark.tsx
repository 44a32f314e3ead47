import { statusName, statusOf } from './status.ts';
import classes from './status-mark.module.css';

interface StatusMarkProps {
  readonly code: number;
  /** In a small place: what a label says in parentheses is heard only, and the code tells equal labels apart. */
  readonly short?: boolean;
}

/** A status: its dot in its colour, and its label. */
export function StatusMark({ code, short = false }: StatusMarkProps) {
  const { label, colour } = statusOf(code);
  const [name, detail] = label.split(' (');
  return (
    <span className={classes.mark} data-status={code}>
      <span className={classes.dot} data-colour={colour} aria-hidden="true" />
      {short && detail !== undefined ? (
        <span>
          {name} <span className="visually-hidden">({detail}</span>
        </span>
      ) : (
        <span>{short ? statusName(code) : label}</span>
      )}
    </span>
  );
}
