import { Button } from '@tallystick/shared/ui/button';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { strings } from '../strings.ts';
import { emailLocked, mayAskCode, mayContinue } from './flow.ts';
import classes from './sign-in-form.module.css';
import { type SignInServices, useSignIn } from './use-sign-in.ts';

interface SignInFormProps {
  readonly services: SignInServices;
  readonly onDone: () => void;
}

/** E-mail, then the code that was sent there. */
export function SignInForm({ services, onDone }: SignInFormProps) {
  const { flow, typeEmail, typeCode, askCode, proceed } = useSignIn(services, onDone);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (mayAskCode(flow)) void askCode();
    else if (mayContinue(flow)) void proceed();
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <label className={classes.field}>
        {strings.email}
        <input
          type="email"
          name="email"
          autoComplete="email"
          required
          value={flow.email}
          readOnly={emailLocked(flow)}
          onChange={(change) => typeEmail(change.target.value)}
        />
      </label>
      {flow.step === 'mail' ? (
        <Button type="submit" primary disabled={!mayAskCode(flow)}>
          {strings.getOtp}
        </Button>
      ) : (
        <>
          <OtpField
            code={flow.code}
            locked={flow.asking || flow.step !== 'code'}
            onType={typeCode}
          />
          <Button type="submit" primary disabled={!mayContinue(flow)}>
            {strings.proceed}
          </Button>
        </>
      )}
      <p className={classes.message} role="status">
        {flow.message && <span>{strings.messages[flow.message]}</span>}
        {flow.reason && <span className={classes.reason}>{flow.reason}</span>}
      </p>
    </form>
  );
}

interface OtpFieldProps {
  readonly code: string;
  readonly locked: boolean;
  readonly onType: (code: string) => void;
}

/** Takes the focus when it appears: the code is the next thing to type. */
function OtpField({ code, locked, onType }: OtpFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <label className={classes.field}>
      {strings.otp}
      <input
        ref={input}
        className={classes.code}
        type="text"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={code}
        readOnly={locked}
        onChange={(change) => onType(change.target.value)}
      />
    </label>
  );
}
