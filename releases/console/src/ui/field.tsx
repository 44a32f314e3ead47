import { type ReactNode, useId } from 'react';
import classes from './field.module.css';

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  /** What is wrong with what was typed. */
  readonly problem?: string | null;
  /** Draws the input, under the given id, described by the given one. */
  readonly children: (ids: { id: string; describedBy: string }) => ReactNode;
}

/** A labelled input with a line below it: a hint, or what is wrong. */
export function Field({ label, hint, problem = null, children }: FieldProps) {
  const id = useId();
  const describedBy = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {children({ id, describedBy })}
      {hint === undefined && problem === null ? null : (
        <p id={describedBy} className={problem === null ? classes.hint : classes.problem}>
          {problem ?? hint}
        </p>
      )}
    </div>
  );
}

/** How inputs of this place look. */
export const inputClass = classes.input;
