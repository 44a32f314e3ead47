import type { ReactNode } from 'react';
import classes from './tag.module.css';

interface TagProps {
  readonly tone: 'plain' | 'good' | 'next' | 'warning' | 'danger';
  readonly children: ReactNode;
}

/** A word or two that say what something is; the colour says it again. */
export function Tag({ tone, children }: TagProps) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}
