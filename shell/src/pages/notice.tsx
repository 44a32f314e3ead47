import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  title: string;
  text: string;
  /** The ways out. */
  children: ReactNode;
}

/** Says what cannot be shown, why, and what to do; in place of the page. */
export function Notice({ title, text, children }: NoticeProps) {
  return (
    <div role="alert" className={styles.notice}>
      <h1>{title}</h1>
      <p>{text}</p>
      <div className={styles.ways}>{children}</div>
    </div>
  );
}
