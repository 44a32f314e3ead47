import type { ReactNode } from 'react';
import classes from './card.module.css';

/** A framed sheet with a sentence or a few. */
export function Card({ children }: { readonly children: ReactNode }) {
  return <div className={classes.card}>{children}</div>;
}
