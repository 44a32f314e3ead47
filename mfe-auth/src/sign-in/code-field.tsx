import type { RefObject } from 'react';
import { useId } from 'react';
import { strings } from '../strings.ts';
import classes from './field.module.css';

interface CodeFieldProps {
  readonly code: string;
  readonly locked: boolean;
  /** The last one that was tried was wrong. */
  readonly wrong: boolean;
  /** How long and how often it may be tried, in words. */
  readonly limits: string;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly describedBy: string;
  readonly onType: (code: string) => void;
}

/** One field for the whole code: what is pasted or filled in goes in as it is, spaces and all. */
export function CodeField(props: CodeFieldProps) {
  const id = useId();
  const limitsId = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{strings.otp}</label>
      <input
        ref={props.input}
        id={id}
        className={classes.code}
        type="text"
        name="one-time-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        required
        maxLength={50}
        value={props.code}
        readOnly={props.locked}
        aria-invalid={props.wrong}
        aria-describedby={`${props.describedBy} ${limitsId}`}
        onChange={({ target }) => props.onType(target.value)}
      />
      <p id={limitsId} className={classes.hint}>
        {props.limits}
      </p>
    </div>
  );
}
