import { useState } from 'react';
import { useAdmin } from '../admin/use-admin.ts';
import { useCall } from '../admin/use-call.ts';
import { useLive } from '../live/live.tsx';
import { useQuery } from '../live/use-query.ts';
import { strings } from '../strings.ts';
import { useAnnounce } from '../ui/announcements.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { isReason, reasonsFor } from './draft.ts';
import { intentWords } from './intent.ts';
import { ReasonField } from './reason-field.tsx';

interface LockDialogProps {
  readonly channel: string;
  readonly app: string;
  readonly kind: 'lock' | 'unlock';
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks why an app is to be locked, or may be moved again, and does it. */
export function LockDialog({ channel, app, kind, onClose, onDone }: LockDialogProps) {
  const admin = useAdmin();
  const announce = useAnnounce();
  const { refetchAll } = useLive();
  const board = useQuery(`board ${channel}`, (from, signal) => from.board(channel, signal));
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const { busy, trouble, run } = useCall();
  const lock = board.value?.locks.find((each) => each.app === app);

  async function send(): Promise<void> {
    setMissing(!isReason(reason));
    if (!isReason(reason)) return;
    const answer = await run<unknown>(admin[kind](channel, app, reason.trim()));
    if (!answer.ok) return;
    announce(strings.change.done[kind](app));
    refetchAll();
    onDone();
  }

  return (
    <FormDialog
      {...intentWords({ kind, app }, false)}
      disabled={busy}
      trouble={trouble}
      onClose={onClose}
      onSend={() => void send()}
    >
      <p>
        {kind === 'lock' || lock === undefined
          ? strings.change.lockMeans(app)
          : strings.change.unlockMeans(app, lock.by, lock.reason)}
      </p>
      <ReasonField
        suggestions={reasonsFor[kind]}
        reason={reason}
        onReason={setReason}
        missing={missing && !isReason(reason)}
      />
    </FormDialog>
  );
}
