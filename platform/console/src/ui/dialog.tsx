import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { strings } from '../strings.ts';
import classes from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  /** Escape and the close button; absent: it can only be answered. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/**
 * A native dialog over the page: the browser keeps the focus inside, and gives it back to where it
 * was. What has `data-first` gets it first.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = element.current;
    open(dialog);
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className={classes.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      // A second Escape closes it whatever was prevented.
      onClose={onClose ?? (({ currentTarget }) => open(currentTarget))}
    >
      <div className={classes.head}>
        <h2 id={titleId}>{title}</h2>
        {onClose === undefined ? null : (
          <button
            type="button"
            className={classes.close}
            aria-label={strings.change.close}
            onClick={onClose}
          >
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d="M3.5 3.500l9 9M12.500 3.500l-9 9" />
            </svg>
          </button>
        )}
      </div>
      {children}
    </dialog>
  );
}

function open(dialog: HTMLDialogElement | null): void {
  dialog?.showModal();
  dialog?.querySelector<HTMLElement>('[data-first]')?.focus();
}

/** What is above the buttons of a dialog; it scrolls where it does not fit. */
export function DialogBody({ children }: { readonly children: ReactNode }) {
  return <div className={classes.body}>{children}</div>;
}

/** The buttons of a dialog, always in sight. */
export function DialogFoot({ children }: { readonly children: ReactNode }) {
  return <div className={classes.foot}>{children}</div>;
}
