import type { ReactNode } from 'react';
import type { Answer } from '../admin/answer.ts';
import { useCall } from '../admin/use-admin.ts';
import { FormDialog } from './form-dialog.tsx';

interface EndingDialogProps {
  readonly title: string;
  readonly confirm: string;
  readonly end: () => Promise<Answer<unknown>>;
  readonly onEnded: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks before something is ended for good. */
export function EndingDialog({ end, onEnded, ...rest }: EndingDialogProps) {
  const { busy, trouble, run } = useCall();
  const send = () => void run(end()).then(({ ok }) => ok && onEnded());
  return <FormDialog careful disabled={busy} trouble={trouble} onSend={send} {...rest} />;
}
