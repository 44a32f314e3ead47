import type { Width } from '@tallystick/contract/remote';
import type { ReactNode } from 'react';
import styles from './zone.module.css';

/** The container of a zone: `xtra` is none at all, the last four have gutters from medium up. */
export function Zone({ size, children }: { size: Width; children: ReactNode }) {
  return <div className={styles[size]}>{children}</div>;
}
