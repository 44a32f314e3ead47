import { Button } from '@tallystick/ui/button';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import controls from './control.module.css';
import classes from './popover-button.module.css';

interface PopoverButtonProps {
  readonly label: ReactNode;
  /** Looks like the selects and fields beside it, not like a small button. */
  readonly control?: boolean;
  /** Called as it opens and closes. */
  readonly onToggle?: (open: boolean) => void;
  readonly children: ReactNode;
}

/** A small button, and the sheet over the page that it opens; Escape and a press elsewhere close it. */
export function PopoverButton({ label, control, onToggle, children }: PopoverButtonProps) {
  const id = useId();
  const sheet = useRef<HTMLDivElement>(null);
  // In a page that comes rendered it opens before anybody listens. `:is` takes what a browser does not know.
  useEffect(() => {
    if (sheet.current?.matches(':is(:popover-open)')) onToggle?.(true);
  }, [onToggle]);
  return (
    <>
      {control ? (
        <button type="button" className={controls.control} popoverTarget={id}>
          {label}
        </button>
      ) : (
        <Button small popoverTarget={id}>
          {label}
        </Button>
      )}
      <div
        ref={sheet}
        id={id}
        popover="auto"
        tabIndex={-1}
        className={classes.sheet}
        onToggle={({ newState }) => onToggle?.(newState === 'open')}
      >
        {children}
      </div>
    </>
  );
}
