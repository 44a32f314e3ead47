import { Button } from '@tallystick/shared/ui/button';
import { useRef, useState } from 'react';
import type { Trouble } from '../admin/answer.ts';
import { strings } from '../strings.ts';
import { Field, inputClass } from '../ui/field.tsx';

/**
 * Asks for a token. It goes into the request and nowhere else: the field is a password's without
 * completion, is read when the form is sent, and is emptied then.
 */
export function SignInForm({
  signIn,
}: {
  readonly signIn: (secret: string) => Promise<Trouble | null>;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function send(): Promise<void> {
    const secret = input.current?.value.trim() ?? '';
    input.current?.focus();
    if (secret === '') {
      setProblem(strings.session.empty);
      return;
    }
    setBusy(true);
    const trouble = await signIn(secret);
    setBusy(false);
    if (input.current !== null) input.current.value = '';
    setProblem(trouble === null ? null : wordsOf(trouble));
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
        {({ id, describedBy }) => (
          <input
            ref={input}
            id={id}
            className={inputClass}
            type="password"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: it is all there is to do on this page
            autoFocus
            aria-describedby={describedBy}
            aria-invalid={problem !== null}
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

function wordsOf({ code, problem }: Trouble): string {
  return code === 'unauthorized' ? strings.session.wrong : problem;
}
