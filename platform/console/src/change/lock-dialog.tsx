import { useAdmin, useCall } from '../admin/use-admin.ts';
import { useLive } from '../live/live.tsx';
import { useQuery } from '../live/use-query.ts';
import { strings } from '../strings.ts';
import { useAnnounce } from '../ui/announcements.tsx';
import { reasonsFor } from './draft.ts';
import { intentWords } from './intent.ts';
import { ReasonDialog } from './reason-dialog.tsx';

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
  const { busy, trouble, run } = useCall();
  const lock = board.value?.locks.find((each) => each.app === app);

  async function send(reason: string): Promise<void> {
    const answer = await run<unknown>(admin[kind](channel, app, reason));
    if (!answer.ok) return;
    announce(strings.change.done[kind](app));
    refetchAll();
    onDone();
  }

  return (
    <ReasonDialog
      {...intentWords({ kind, app })}
      disabled={busy}
      trouble={trouble}
      onClose={onClose}
      suggestions={reasonsFor[kind]}
      onSend={(reason) => void send(reason)}
    >
      <p>{kind === 'lock' ? strings.change.lockMeans(app) : strings.change.unlockMeans(app)}</p>
      <p role="status">
        {lock === undefined ? null : strings.change.lockedBy(lock.by, lock.reason)}
      </p>
    </ReasonDialog>
  );
}
