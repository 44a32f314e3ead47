import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import classes from './popover-button.module.css';

interface PopoverButtonProps {
  readonly label: ReactNode;
  /** Called as it opens and closes. */
  readonly onToggle?: (open: boolean) => void;
  readonly children: ReactNode;
}

/** A small button, and the sheet over the page that it opens; Escape and a press elsewhere close it. */
export function PopoverButton({ label, onToggle, children }: PopoverButtonProps) {
  const id = useId();
  return (
    <>
      <Button small popoverTarget={id}>
        {label}
      </Button>
      <div
        id={id}
        popover="auto"
        className={classes.sheet}
        onToggle={({ newState }) => onToggle?.(newState === 'open')}
      >
        {children}
      </div>
    </>
  );
}
