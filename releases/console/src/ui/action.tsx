import type { ComponentProps } from 'react';
import classes from './action.module.css';

interface ActionProps extends Omit<ComponentProps<'button'>, 'className' | 'type'> {
  /** `take-back`: what helps in an incident. `small`: one of many, in a row of a list. */
  readonly look?: 'plain' | 'take-back' | 'small';
}

/** A button that begins something. */
export function Action({ look = 'plain', ...rest }: ActionProps) {
  return <button type="button" className={classes.action} data-look={look} {...rest} />;
}
