import * as v from 'valibot';
import { formatExactly } from '../say/moment.tsx';
import { TextField } from './field.tsx';

/** A moment, in milliseconds since 1970, as the field has it: this place's time to the minute. */
export function momentText(at: number): string {
  const zone = new Date(at).getTimezoneOffset() * 60_000;
  return new Date(at - zone).toISOString().slice(0, 16);
}

/** The moment that a field has, in ISO; null: it has none. */
export function momentIn(text: string): string | null {
  return v.is(v.pipe(v.string(), v.isoDateTime()), text) ? new Date(text).toISOString() : null;
}

interface MomentFieldProps {
  readonly label: string;
  /** What is said where no moment is chosen. */
  readonly missing: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** A moment by this place's clock; the line below says it with its zone. */
export function MomentField({ label, missing, text, onText }: MomentFieldProps) {
  const moment = momentIn(text);
  return (
    <TextField
      label={label}
      hint={moment === null ? undefined : formatExactly(moment)}
      problem={moment === null ? missing : null}
      type="datetime-local"
      value={text}
      onText={onText}
    />
  );
}
