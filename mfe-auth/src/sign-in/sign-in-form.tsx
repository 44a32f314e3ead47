import { Button } from '@tallystick/ui/button';
import { type SubmitEvent, useId, useLayoutEffect, useRef } from 'react';
import { strings } from '../strings.ts';
import { CodeField } from './code-field.tsx';
import { EmailField } from './email-field.tsx';
import { mayAsk, mayContinue, type SignInState, secondsToAsk } from './machine.ts';
import { Message } from './message.tsx';
import type { SignIn } from './sign-in.ts';
import classes from './sign-in-form.module.css';
import { useHand } from './use-hand.ts';
import { useSignIn } from './use-sign-in.ts';
import { limitsOf, waitOf, wordsOf } from './words.ts';

/** E-mail, then the code that was sent there. */
export function SignInForm({ signIn }: { readonly signIn: SignIn }) {
  const { state, now } = useSignIn(signIn);
  const { dispatch } = signIn;
  const messageId = useId();
  const form = useRef<HTMLFormElement>(null);
  const email = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  useHand(state, { form, email, code, next });
  // A form that comes rendered takes letters before anybody listens.
  useLayoutEffect(() => {
    const typed = email.current?.value;
    if (!typed || typed === signIn.state().state.email) return;
    signIn.dispatch({ type: 'email-typed', email: typed });
  }, [signIn]);

  const step = state.name === 'requesting' ? state.from : state;
  const typed = typedCode(step);
  const words = wordsOf(state);
  const seconds = secondsToAsk(step, now) ?? 0;
  const resend = seconds > 0 ? strings.resendIn(seconds) : strings.resend;
  const wait = waitOf(state, now);
  const askable = mayAsk(state, now);
  const field = { state, dispatch, describedBy: messageId };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    dispatch({ type: step.name === 'entering' || step.name === 'expired' ? 'ask' : 'proceed' });
  };

  return (
    <form ref={form} className={classes.form} method="post" onSubmit={submit} noValidate>
      <EmailField {...field} input={email} />
      {typed !== null && (
        <CodeField {...field} input={code} code={typed} limits={limitsOf(step, now)} />
      )}
      <div className={classes.ways}>
        {step.name === 'entering' && (
          <Button type="submit" primary disabled={!askable}>
            {strings.getOtp}
          </Button>
        )}
        {step.name === 'expired' && (
          <Button ref={next} type="submit" primary aria-disabled={!askable}>
            {resend}
          </Button>
        )}
        {step.name !== 'entering' && step.name !== 'expired' && (
          <Button ref={next} type="submit" primary disabled={!mayContinue(state)}>
            {strings.proceed}
          </Button>
        )}
        {(step.name === 'sent' || step.name === 'checking') && (
          <Button aria-disabled={!askable} onClick={() => dispatch({ type: 'ask' })}>
            {resend}
          </Button>
        )}
      </div>
      <Message id={messageId} words={words} expired={step.name === 'expired'} />
      {wait && <p className={classes.wait}>{wait}</p>}
    </form>
  );
}

/** The code to show; null where there is no field for it. After a reload a right one is not known. */
function typedCode(state: SignInState): string | null {
  if (state.name === 'sent' || state.name === 'checking') return state.code;
  const known = state.name === 'signing-in' || state.name === 'refused' ? state.code : '';
  return known === '' ? null : known;
}
