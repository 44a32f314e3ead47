import { Button } from '@tallystick/shared/ui/button';
import { useState } from 'react';
import type { Trouble } from '../admin/answer.ts';
import { useAdmin } from '../admin/use-admin.ts';
import { useLive } from '../live/live.tsx';
import { useReading } from '../live/use-reading.ts';
import { strings } from '../strings.ts';
import { useAnnounce } from '../ui/announcements.tsx';
import { Dialog, DialogBody, DialogFoot } from '../ui/dialog.tsx';
import { TroubleNotice } from '../ui/trouble-notice.tsx';
import { isReason, reasonsFor } from './draft.ts';
import { intentWords } from './intent.ts';
import { ReasonField } from './reason-field.tsx';

interface LockDialogProps {
  readonly channel: string;
  readonly app: string;
  /** Locks; else unlocks. */
  readonly locks: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks why an app is to be locked, or may be moved again, and does it. */
export function LockDialog({ channel, app, locks, onClose, onDone }: LockDialogProps) {
  const admin = useAdmin();
  const announce = useAnnounce();
  const { readAgain } = useLive();
  const board = useReading(`board ${channel}`, (from, signal) => from.board(channel, signal));
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const kind = locks ? 'lock' : 'unlock';
  const { title, confirm } = intentWords({ kind, app }, false);
  const lock = board.value?.locks.find((each) => each.app === app);

  async function send(): Promise<void> {
    setMissing(!isReason(reason));
    if (!isReason(reason)) return;
    setBusy(true);
    const answer = await admin[kind](channel, app, reason.trim());
    setBusy(false);
    setTrouble(answer.ok ? null : answer);
    if (!answer.ok) return;
    announce(strings.change.done[kind](app));
    readAgain();
    onDone();
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <DialogBody>
          <p>
            {locks || lock === undefined
              ? strings.change.lockMeans(app)
              : strings.change.unlockMeans(app, lock.by, lock.reason)}
          </p>
          <ReasonField
            suggestions={reasonsFor[kind]}
            reason={reason}
            onReason={setReason}
            missing={missing && !isReason(reason)}
          />
          {trouble === null ? null : <TroubleNotice trouble={trouble} />}
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>{strings.change.cancel}</Button>
          <Button primary type="submit" disabled={busy}>
            {confirm}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
