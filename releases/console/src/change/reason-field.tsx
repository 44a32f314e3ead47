import { strings } from '../strings.ts';
import { Field, inputClass } from '../ui/field.tsx';
import { longestReason } from './draft.ts';
import classes from './reason-field.module.css';

interface ReasonFieldProps {
  readonly suggestions: readonly string[];
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  /** Somebody went on without one. */
  readonly missing: boolean;
}

/** Why: a suggestion at a tap, or words of one's own. */
export function ReasonField({ suggestions, reason, onReason, missing }: ReasonFieldProps) {
  return (
    <div>
      <Field
        label={strings.change.reason}
        hint={strings.change.reasonHint}
        problem={missing ? strings.change.reasonMissing : null}
      >
        {({ id, describedBy }) => (
          <>
            <fieldset className={classes.suggestions}>
              <legend className="visually-hidden">{strings.change.suggestions}</legend>
              {suggestions.map((suggestion, place) => (
                <button
                  key={suggestion}
                  type="button"
                  className={classes.suggestion}
                  aria-pressed={reason === suggestion}
                  data-first={place === 0 || undefined}
                  onClick={() => onReason(suggestion)}
                >
                  {suggestion}
                </button>
              ))}
            </fieldset>
            <input
              id={id}
              className={inputClass}
              type="text"
              name="reason"
              autoComplete="off"
              maxLength={longestReason}
              value={reason}
              aria-describedby={describedBy}
              aria-invalid={missing}
              onChange={({ currentTarget }) => onReason(currentTarget.value)}
            />
          </>
        )}
      </Field>
    </div>
  );
}
