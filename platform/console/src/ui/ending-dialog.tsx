import type { ReactNode } from 'react';
import type { Answer } from '../admin/answer.ts';
import { useCall } from '../admin/use-admin.ts';
import { useAnnounce } from './announcements.tsx';
import { FormDialog } from './form-dialog.tsx';

interface EndingDialogProps {
  readonly title: string;
  readonly confirm: string;
  readonly end: () => Promise<Answer<unknown>>;
  /** What is announced once it has ended. */
  readonly ended: string;
  /** It has ended, or was left as it is. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks before something is ended for good. */
export function EndingDialog({ end, ended, ...rest }: EndingDialogProps) {
  const announce = useAnnounce();
  const { busy, trouble, run } = useCall();
  async function send(): Promise<void> {
    const { ok } = await run(end());
    if (!ok) return;
    announce(ended);
    rest.onClose();
  }
  return (
    <FormDialog careful disabled={busy} trouble={trouble} onSend={() => void send()} {...rest} />
  );
}
