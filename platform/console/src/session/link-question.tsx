import { useState } from 'react';
import type { Trouble } from '../admin/answer.ts';
import { strings } from '../strings.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { SignIn } from './sign-in-form.tsx';
import { useSignedIn } from './signed-in.ts';

interface LinkQuestionProps {
  /** The link's code, which can be used once. */
  readonly code: string;
  readonly signIn: SignIn;
  /** Closes the question and leaves the session as it is. */
  readonly onClose: () => void;
}

/** Asks who is signed in before a link signs in as somebody else, since anybody can send one. */
export function LinkQuestion({ code, signIn, onClose }: LinkQuestionProps) {
  const { actor } = useSignedIn();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const words = strings.session.link;

  async function use(): Promise<void> {
    setBusy(true);
    const failed = await signIn(code);
    setBusy(false);
    setTrouble(failed);
  }

  return (
    <FormDialog
      careful
      title={words.title}
      confirm={words.use}
      disabled={busy}
      trouble={trouble}
      onSend={() => void use()}
      onClose={onClose}
    >
      {trouble?.code === 'unauthorized' ? (
        <p role="alert">{words.over}</p>
      ) : (
        <p>{words.lead(actor.name)}</p>
      )}
    </FormDialog>
  );
}
