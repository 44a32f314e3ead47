import { useId } from 'react';
import { strings } from '../strings.ts';
import type { FieldProps } from './email-field.tsx';
import classes from './field.module.css';

interface CodeFieldProps extends FieldProps {
  readonly code: string;
  /** How long and how often it may be tried, in words. */
  readonly limits: string;
}

/** One field for the whole code: what is pasted or filled in goes in as it is, spaces and all. */
export function CodeField({ state, dispatch, input, describedBy, code, limits }: CodeFieldProps) {
  const id = useId();
  const limitsId = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{strings.otp}</label>
      <input
        ref={input}
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
        value={code}
        readOnly={state.name !== 'sent'}
        aria-invalid={state.name === 'sent' && state.failure?.message === 'wrong'}
        aria-describedby={`${describedBy} ${limitsId}`}
        onChange={({ target }) => dispatch({ type: 'code-typed', code: target.value })}
      />
      <p id={limitsId} className={classes.hint}>
        {limits}
      </p>
    </div>
  );
}
