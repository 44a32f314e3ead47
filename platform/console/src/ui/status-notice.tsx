import type { ReactNode } from 'react';
import classes from './status-notice.module.css';

interface StatusNoticeProps {
  readonly severity: 'none' | 'calm' | 'watch' | 'failing';
  readonly title: ReactNode;
  readonly alert?: boolean;
  /** Makes it a landmark of that name. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A state that people should know of; the colour says how urgent it is. */
export function StatusNotice({
  severity,
  title,
  alert = false,
  label,
  children,
}: StatusNoticeProps) {
  return (
    <section
      className={classes.status}
      data-severity={severity}
      role={alert ? 'alert' : undefined}
      aria-label={label}
    >
      <p className={classes.title}>{title}</p>
      {children}
    </section>
  );
}
