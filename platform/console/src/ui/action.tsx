import { handFocusOn } from '@tallystick/ui/button';
import type { ComponentProps } from 'react';
import classes from './action.module.css';

interface ActionProps extends Omit<ComponentProps<'button'>, 'className' | 'type'> {
  /** `take-back`: what helps in an incident. `small`: one of many, in a row of a list. */
  readonly look?: 'plain' | 'take-back' | 'small';
}

/** A button that begins something. Where it goes with what it was for, the page has the focus. */
export function Action({ look = 'plain', ...rest }: ActionProps) {
  return (
    <button ref={handFocusOn} type="button" className={classes.action} data-look={look} {...rest} />
  );
}
