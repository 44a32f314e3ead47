import { type PropsWithChildren, useEffect, useId, useRef, useState } from 'react';
import control from '../ui/control.module.css';
import classes from './filter-panel.module.css';
import { dayOf, idOf } from './list-filters.ts';
import { strings } from './strings.ts';

interface FieldProps {
  readonly id: string;
  readonly label: string;
}

function Field({ id, label, children }: PropsWithChildren<FieldProps>) {
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly day: string | undefined;
  /** Days that a calendar offers; others can be written. */
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly onChoose: (day: string | undefined) => void;
}

/** A day: chosen as soon as it is whole, so that a year that is being written is not searched. */
export function DayField({ label, day, min, max, onChoose }: DayFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // Chromium drops what is half written when the limits of its field change.
  const [isWritten, setWritten] = useState(false);
  const [limits, setLimits] = useState({ min, max });
  if (!isWritten && (limits.min !== min || limits.max !== max)) setLimits({ min, max });
  // Another day from elsewhere (a chip, back). The one being written is there: its field stays as it is.
  useEffect(() => {
    const { current } = input;
    if (current === null || (day !== undefined && dayOf(current.value) === day)) return;
    current.value = day ?? '';
  }, [day]);
  return (
    <Field id={id} label={label}>
      <input
        ref={input}
        id={id}
        className={control.control}
        type="date"
        {...limits}
        defaultValue={day}
        onFocus={() => setWritten(true)}
        onChange={({ target }) => {
          const next = dayOf(target.value);
          if (next && next !== day) onChoose(next);
        }}
        onBlur={({ target }) => {
          setWritten(target.validity.badInput);
          if (day && target.value === '' && !target.validity.badInput) onChoose(undefined);
        }}
      />
    </Field>
  );
}

interface IdFieldProps {
  readonly label: string;
  readonly id: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}

/** The id of a party: Enter, or going on, takes it. */
export function IdField({ label, id, onChoose }: IdFieldProps) {
  const field = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const take = () => {
    const next = idOf(typed ?? id);
    setTyped(null);
    if (next !== id) onChoose(next);
  };
  return (
    <Field id={field} label={label}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          take();
        }}
      >
        <input
          id={field}
          className={control.control}
          type="text"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={strings.idHint}
          value={typed ?? id ?? ''}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={take}
        />
      </form>
    </Field>
  );
}
