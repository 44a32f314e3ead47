import type { RefObject } from 'react';
import { useId } from 'react';
import { strings } from '../strings.ts';
import classes from './field.module.css';
import { mayChange, type SignInState } from './machine.ts';
import type { SignIn } from './sign-in.ts';

export interface FieldProps {
  readonly state: SignInState;
  readonly dispatch: SignIn['dispatch'];
  readonly input: RefObject<HTMLInputElement | null>;
  readonly describedBy: string;
}

export function EmailField({ state, dispatch, input, describedBy }: FieldProps) {
  const id = useId();
  return (
    <div className={classes.field}>
      <div className={classes.head}>
        <label htmlFor={id}>{strings.email}</label>
        {mayChange(state) && (
          <button
            type="button"
            className={classes.change}
            onClick={() => dispatch({ type: 'change' })}
          >
            {strings.changeEmail}
          </button>
        )}
      </div>
      <input
        ref={input}
        id={id}
        type="email"
        name="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={254}
        value={state.email}
        // Once a code was asked for, the address stays, and stays readable.
        readOnly={state.name !== 'entering'}
        aria-describedby={describedBy}
        onChange={({ target }) => dispatch({ type: 'email-typed', email: target.value })}
      />
    </div>
  );
}
