import type { ComponentProps } from 'react';
import classes from './button.module.css';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** The one thing to do on the page. */
  readonly primary?: boolean;
}

/** A button; of type `button` unless told otherwise. */
export function Button({ primary = false, type = 'button', ...rest }: ButtonProps) {
  return <button className={primary ? classes.primary : classes.button} type={type} {...rest} />;
}
