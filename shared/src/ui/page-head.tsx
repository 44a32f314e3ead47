import type { ReactNode } from 'react';
import classes from './page-head.module.css';

interface PageHeadProps {
  /** The first heading of the page; a page whose banner holds that one says so with `second`. */
  readonly title: string;
  readonly second?: boolean;
  /** Stands beside the title. */
  readonly children?: ReactNode;
}

/** The heading of a page or of its main part, with room for a word beside it. */
export function PageHead({ title, second = false, children }: PageHeadProps) {
  const Heading = second ? 'h2' : 'h1';
  return (
    <div className={classes.head}>
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}
