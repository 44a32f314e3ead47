import type { ComponentProps } from 'react';
import classes from './button.module.css';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** The one thing to do on the page. */
  readonly primary?: boolean;
  /** One of several beside each other, or beside a heading. */
  readonly small?: boolean;
  /** Takes something back in an incident. */
  readonly takesBack?: boolean | undefined;
}

/** A button; of type `button` unless told otherwise. */
export function Button(props: ButtonProps) {
  const { primary = false, small, takesBack, type = 'button', ...rest } = props;
  const look = primary ? classes.primary : classes.button;
  const data = { 'data-small': small, 'data-takes-back': takesBack || undefined };
  return <button className={look} {...data} type={type} {...rest} />;
}

/**
 * A `ref` for a button that goes when it has helped, or for an element that goes with buttons in
 * it. The focus of whoever pressed it moves to the nearest element around it that takes it, else to
 * the page. It is never lost.
 */
export function handFocusOn(gone: HTMLElement | null): () => void {
  return () => {
    if (!gone?.contains(document.activeElement)) return;
    const heir = gone.closest<HTMLElement>('[tabindex="-1"]') ?? document.querySelector('main');
    heir?.focus({ preventScroll: true });
  };
}
