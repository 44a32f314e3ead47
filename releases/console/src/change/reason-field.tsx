import { strings } from '../strings.ts';
import { Field } from '../ui/field.tsx';
import { maxReasonLength } from './draft.ts';
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
        {(input) => (
          <>
            <fieldset className={classes.suggestions}>
              <legend className="visually-hidden">{strings.change.suggestions}</legend>
              {suggestions.map((suggestion, index) => (
                <button
                  key={suggestion}
                  type="button"
                  className={classes.suggestion}
                  aria-pressed={reason === suggestion}
                  data-first={index === 0 || undefined}
                  onClick={() => onReason(suggestion)}
                >
                  {suggestion}
                </button>
              ))}
            </fieldset>
            <input
              {...input}
              type="text"
              name="reason"
              autoComplete="off"
              maxLength={maxReasonLength}
              value={reason}
              aria-invalid={missing}
              onChange={({ currentTarget }) => onReason(currentTarget.value)}
            />
          </>
        )}
      </Field>
    </div>
  );
}
