import type { RefObject } from 'react';
import { useId } from 'react';
import { strings } from '../strings.ts';
import classes from './field.module.css';

interface EmailFieldProps {
  readonly email: string;
  /** A code was asked for: the address stays, and stays readable. */
  readonly locked: boolean;
  readonly changeable: boolean;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly describedBy: string;
  readonly onType: (email: string) => void;
  readonly onChange: () => void;
}

export function EmailField(props: EmailFieldProps) {
  const id = useId();
  return (
    <div className={classes.field}>
      <div className={classes.head}>
        <label htmlFor={id}>{strings.email}</label>
        {props.changeable && (
          <button type="button" className={classes.change} onClick={props.onChange}>
            {strings.changeEmail}
          </button>
        )}
      </div>
      <input
        ref={props.input}
        id={id}
        type="email"
        name="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={254}
        value={props.email}
        readOnly={props.locked}
        aria-describedby={props.describedBy}
        onChange={({ target }) => props.onType(target.value)}
      />
    </div>
  );
}
