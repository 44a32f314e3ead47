import { Button } from '@tallystick/ui/button';
import { useRef, useState } from 'react';
import type { Trouble } from '../admin/answer.ts';
import { strings } from '../strings.ts';
import { Field } from '../ui/field.tsx';

/** Signs in with a token; null: it is done. */
export type SignIn = (secret: string) => Promise<Trouble | null>;

/**
 * Asks for a token, which goes into the request and nowhere else. The field is a password field without
 * completion. It is read when the form is sent, and emptied then.
 */
export function SignInForm({ signIn }: { readonly signIn: SignIn }) {
  const secretInput = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function send(): Promise<void> {
    const secret = secretInput.current?.value.trim() ?? '';
    secretInput.current?.focus();
    if (secret === '') {
      setProblem(strings.session.empty);
      return;
    }
    setBusy(true);
    const trouble = await signIn(secret);
    setBusy(false);
    if (secretInput.current !== null) secretInput.current.value = '';
    setProblem(
      trouble?.code === 'unauthorized' ? strings.session.wrong : (trouble?.problem ?? null),
    );
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void send();
      }}
    >
      <Field label={strings.session.token} hint={strings.session.hint} problem={problem}>
        {(input) => (
          <input
            {...input}
            ref={secretInput}
            type="password"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: it is all there is to do on this page
            autoFocus
          />
        )}
      </Field>
      <Button primary type="submit">
        {busy ? strings.wait : strings.session.signIn}
      </Button>
      <p className="visually-hidden" role="alert">
        {problem}
      </p>
    </form>
  );
}
