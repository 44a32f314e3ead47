import type { ReactNode } from 'react';
import classes from './notice.module.css';

export interface NoticeProps {
  readonly title: string;
  /** Why, in a sentence. */
  readonly text: string;
  /** In place of a page the title is its heading. */
  readonly as?: 'h1';
  /** The ways out. */
  readonly children: ReactNode;
}

/** Says what cannot be shown, why, and what to do. */
export function Notice({ title, text, as: Title, children }: NoticeProps) {
  return (
    <div className={classes.notice} role="alert">
      {Title ? <Title>{title}</Title> : <p className={classes.title}>{title}</p>}
      <p className={classes.text}>{text}</p>
      <div className={classes.ways}>{children}</div>
    </div>
  );
}
