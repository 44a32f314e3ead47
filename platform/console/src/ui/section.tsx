import type { ReactNode } from 'react';
import classes from './section.module.css';

interface SectionProps {
  readonly title: string;
  /** What to say in place of the content, where there is none. */
  readonly none?: string | false;
  readonly children: ReactNode;
}

/** A part of an app's panel, under a heading of its own. */
export function Section({ title, none = false, children }: SectionProps) {
  return (
    <section className={classes.section}>
      <h2>{title}</h2>
      {none === false ? children : <p className={classes.none}>{none}</p>}
    </section>
  );
}
