import { Button } from '@tallystick/ui/button';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Trouble } from '../admin/answer.ts';
import { strings } from '../strings.ts';
import { Dialog, DialogBody, DialogFoot } from './dialog.tsx';
import { TroubleNotice } from './trouble-notice.tsx';

interface FormDialogProps {
  readonly title: string;
  /** On the button that sends the form. */
  readonly confirm: string;
  readonly disabled?: boolean;
  /** The way out has the focus first: what is sent cannot be undone. */
  readonly careful?: boolean;
  /** Why the form could not be sent. */
  readonly trouble: Trouble | null;
  /** Undefined: it cannot be left now. */
  readonly onClose: (() => void) | undefined;
  readonly onSend: () => void;
  readonly children: ReactNode;
}

/**
 * A dialog that sends something, or is left. What is wrong with a field keeps it, and has the focus then;
 * what cannot be sent yet takes it from nobody.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, confirm, disabled = false, careful, trouble, onClose, onSend, children } = props;
  return (
    <Dialog title={title} {...(onClose && { onClose })}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (disabled) return;
          flushSync(onSend);
          event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
        }}
      >
        <DialogBody>
          {children}
          <TroubleNotice trouble={trouble} />
        </DialogBody>
        <DialogFoot>
          <Button data-first={careful} aria-disabled={onClose === undefined} onClick={onClose}>
            {strings.change.cancel}
          </Button>
          <Button primary type="submit" aria-disabled={disabled}>
            {confirm}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
