import { longestReason, reasonSchema } from '@tallystick/registry/contract/channel';
import { type ComponentProps, useState } from 'react';
import * as v from 'valibot';
import { strings } from '../strings.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import classes from './reason-dialog.module.css';

interface ReasonDialogProps extends Omit<ComponentProps<typeof FormDialog>, 'onSend'> {
  readonly suggestions: readonly string[];
  /** Gets a reason that may stand in history. */
  readonly onSend: (reason: string) => void;
}

/** A dialog that sends something, and asks why: a suggestion at a tap, or words of one's own. */
export function ReasonDialog({ suggestions, onSend, children, ...rest }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const isGood = v.is(reasonSchema, reason);
  const missing = tried && !isGood;
  function send(): void {
    setTried(true);
    if (isGood) onSend(reason.trim());
  }
  return (
    <FormDialog {...rest} onSend={send}>
      {children}
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
                    onClick={() => setReason(suggestion)}
                  >
                    {suggestion}
                  </button>
                ))}
              </fieldset>
              <input
                {...input}
                type="text"
                autoComplete="off"
                maxLength={longestReason}
                value={reason}
                onChange={({ currentTarget }) => setReason(currentTarget.value)}
              />
            </>
          )}
        </Field>
      </div>
    </FormDialog>
  );
}
