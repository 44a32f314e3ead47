import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './field.module.css';

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** What is wrong with what was typed. */
  readonly problem?: string | null | undefined;
  /** Draws the input, with the given id and described by the given element. */
  readonly children: (input: {
    id: string;
    className: string | undefined;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean;
  }) => ReactNode;
}

/** A labelled input with a line below it: a hint, or what is wrong. */
export function Field({ label, hint, problem = null, children }: FieldProps) {
  const id = useId();
  const describedBy = useId();
  const line = problem ?? hint;
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {children({
        id,
        className: classes.input,
        'aria-describedby': line && describedBy,
        'aria-invalid': problem !== null,
      })}
      {line === undefined ? null : (
        <p id={describedBy} className={problem === null ? classes.hint : classes.problem}>
          {line}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps
  extends Omit<FieldProps, 'children'>,
    Omit<ComponentProps<'input'>, 'children' | 'onChange'> {
  readonly onText: (text: string) => void;
}

export function TextField({ label, hint, problem, onText, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(input) => (
        <input
          {...input}
          type="text"
          autoComplete="off"
          onChange={({ currentTarget }) => onText(currentTarget.value)}
          {...rest}
        />
      )}
    </Field>
  );
}

interface SelectFieldProps extends Omit<FieldProps, 'children'> {
  readonly options: readonly { value: string; text: string }[];
  readonly value: string;
  readonly disabled?: boolean;
  readonly onValue: (value: string) => void;
}

export function SelectField(props: SelectFieldProps) {
  const { options, value, disabled, onValue, ...field } = props;
  return (
    <Field {...field}>
      {(input) => (
        <select
          {...input}
          value={value}
          disabled={disabled}
          onChange={({ currentTarget }) => onValue(currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
